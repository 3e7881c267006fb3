/**
 * The script of the HTML report, which is written into it as its text: it uses nothing from outside. It has filters,
 * copy buttons, and opens closed parts for links and printing. A target's text is never used as markup.
 */
export function enliven(): void {
  function addFilters(form: HTMLFormElement): void {
    const filtered = document.getElementById('filtered') as HTMLElement;
    /** A letter for each verdict, the worst first, with its class and word. */
    const verdicts: readonly (readonly [letter: string, kind: string, word: string])[] = [
      ['f', 'fail', '\u2717 FAIL'],
      ['i', 'open', '? open'],
      ['n', 'open', '\u2026 not reached'],
      ['p', 'pass', '\u2713 pass'],
      ['s', 'muted', '\u2013\u00a0skipped'],
      ['-', 'muted', 'not applicable'],
    ];
    const levels = form.dataset.levels ?? '';
    const cells = [...document.querySelectorAll<HTMLElement>('td[data-rules]')].flatMap((cell) => {
      const link = cell.firstElementChild;
      return link === null ? [] : [{ cell, link, unfiltered: link.textContent }];
    });
    const causes = [...document.querySelectorAll<HTMLElement>('[data-cause]')];
    const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
    const isOf = (index: number, level: string): boolean => level === '' || levels[index] === level;

    /** Of several rules the worst verdict is shown, as in a cell. */
    function letterIn({ dataset: { rules = '', verdict = '' } }: HTMLElement, rule: string, level: string): string {
      if (rule === '' && level === '') return verdict;
      const judged = [...rules].filter((_, index) => (rule === '' || index === Number(rule)) && isOf(index, level));
      return verdicts.find(([letter]) => judged.includes(letter))?.[0] ?? '-';
    }

    function apply(): void {
      const chosen = Object.fromEntries(new FormData(form)) as Record<string, string>;
      const { rule = '', level = '', verdict = '' } = chosen;
      const text = (chosen.text ?? '').trim().toLowerCase();
      let shownCells = 0;
      for (const { cell, link, unfiltered } of cells) {
        const shown = letterIn(cell, rule, level);
        const [, kind = '', word = ''] = verdicts.find(([letter]) => letter === shown) ?? [];
        const isShown = verdict === '' ? shown !== '-' : shown === verdict;
        link.className = `v ${kind}`;
        const shownWord = rule === '' && level === '' ? unfiltered : word;
        link.ariaLabel = `${shownWord} ${link.ariaLabel?.slice(link.textContent.length + 1)}`;
        link.textContent = shownWord;
        cell.classList.toggle('off', !isShown);
        if (isShown) shownCells += 1;
      }
      for (const row of document.querySelectorAll<HTMLElement>('.matrix tbody tr'))
        row.hidden = row.querySelector('td[data-rules]:not(.off)') === null;
      for (const cause of causes) {
        const rules = (cause.dataset.cause ?? '').split(' ').map(Number);
        const isOfRule = (rule === '' || rules.includes(Number(rule))) && rules.some((index) => isOf(index, level));
        const isOfText = cause.textContent.toLowerCase().includes(text);
        cause.hidden = !(isOfRule && isOfText && (verdict === '' || verdict === 'f'));
      }
      const articles = causes.filter(({ tagName }) => tagName === 'ARTICLE');
      const shownCauses = `${articles.filter(({ hidden }) => !hidden).length} of ${counted(articles.length, 'cause')}`;
      const isAll = rule === '' && level === '' && verdict === '' && text === '';
      const counts = `${shownCells} of ${counted(cells.length, 'cell')}, ${shownCauses}`;
      filtered.textContent = isAll ? '' : counts;
    }
    form.hidden = false;
    form.addEventListener('input', apply);
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('reset', () => setTimeout(apply));
    apply();
  }
  // A report without findings has none.
  const form = document.getElementById('filters');
  if (form instanceof HTMLFormElement) addFilters(form);

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
        getSelection()?.selectAllChildren(command);
        button.textContent = 'Selected';
      }
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    command.after(button);
  }

  function openAround(): void {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let part = target; part !== null; part = part.parentElement)
      if (part instanceof HTMLDetailsElement) part.open = true;
    target?.scrollIntoView();
  }
  addEventListener('hashchange', openAround);
  openAround();
}
