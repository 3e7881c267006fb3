/** Filters, copy buttons, and opening closed parts for links and printing. A target's text is never used as markup. */
export const reportScript = `'use strict';
(() => {
  const form = document.getElementById('filters');
  const filtered = document.getElementById('filtered');
  const words = { p: ['pass', '\\u2713 pass'], f: ['fail', '\\u2717 FAIL'], i: ['open', '? open'],
    n: ['open', '\\u2026 not reached'], s: ['muted', '-\\u00a0skipped'], '-': ['muted', 'not applicable'] };
  const levels = form.dataset.levels;
  const cells = [...document.querySelectorAll('td[data-rules]')];
  const unfiltered = new Map(cells.map((cell) => [cell, cell.firstElementChild.textContent]));
  const causes = [...document.querySelectorAll('[data-cause]')];

  // Of several rules the worst verdict is shown, as in a cell.
  const worst = 'finps-';
  const verdictIn = (cell, rule, level) => {
    if (rule === '' && level === '') return cell.dataset.verdict;
    const judged = [...cell.dataset.rules].filter((_, index) =>
      (rule === '' || index === Number(rule)) && (level === '' || isOf(index, level)));
    return [...worst].find((letter) => judged.includes(letter)) ?? '-';
  };
  const isOf = (index, level) => levels[index] === level;

  const apply = () => {
    const rule = form.elements.rule.value;
    const level = form.elements.level.value;
    const verdict = form.elements.verdict.value;
    const text = form.elements.text.value.trim().toLowerCase();
    let shownCells = 0;
    for (const cell of cells) {
      const letter = verdictIn(cell, rule, level);
      const matches = verdict === '' ? letter !== '-' : letter === verdict;
      const [kind, word] = words[letter];
      const link = cell.firstElementChild;
      link.className = 'v ' + kind;
      link.textContent = rule === '' && level === '' ? unfiltered.get(cell) : word;
      cell.classList.toggle('off', !matches);
      if (matches) shownCells += 1;
    }
    for (const row of document.querySelectorAll('.matrix tbody tr')) {
      row.hidden = row.querySelector('td[data-rules]:not(.off)') === null;
    }
    let shownCauses = 0;
    for (const cause of causes) {
      const rules = cause.dataset.cause.split(' ').map(Number);
      const matches = (rule === '' || rules.includes(Number(rule))) &&
        (level === '' || rules.some((index) => isOf(index, level))) && (verdict === '' || verdict === 'f') &&
        (text === '' || cause.textContent.toLowerCase().includes(text));
      cause.hidden = !matches;
      if (matches && cause.tagName === 'ARTICLE') shownCauses += 1;
    }
    const all = rule === '' && level === '' && verdict === '' && text === '';
    filtered.textContent = all ? '' : shownCells + ' of ' + cells.length + ' cells, ' + shownCauses + ' of ' +
      document.querySelectorAll('article[data-cause]').length + ' causes';
  };
  form.hidden = false;
  form.addEventListener('change', apply);
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(apply));
  apply();

  // A command in which something is cut off or made visible would not be the command.
  for (const command of document.querySelectorAll('.command:not(:has(.c, .cut))')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(command.textContent);
        button.textContent = 'Copied';
      } catch {
        getSelection().selectAllChildren(command);
        button.textContent = 'Selected';
      }
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
    command.after(button);
  }

  const openAround = () => {
    let part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (part === null) return;
    const target = part;
    for (; part !== null; part = part.parentElement) if (part.tagName === 'DETAILS') part.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', openAround);
  openAround();

  let closed = [];
  addEventListener('beforeprint', () => {
    closed = [...document.querySelectorAll('details:not([open]):not(.raw)')];
    for (const part of closed) part.open = true;
  });
  addEventListener('afterprint', () => {
    for (const part of closed) part.open = false;
  });
})();
`;
