/** Maximum rows and events that the page keeps. */
export const MOST_ROWS = 500;

/** The script of the live page. Clients' text is only textContent, rows are bounded, the browser reconnects. */
export const liveScript = `'use strict';
(() => {
  const MOST = ${MOST_ROWS};
  const part = (id) => document.getElementById(id);
  const filters = part('filters');
  const list = part('list');
  const cells = new Map([...document.querySelectorAll('td[data-cell]')].map((one) => [one.dataset.cell, one]));
  const make = (tag, text, kind) => {
    const element = document.createElement(tag);
    element.textContent = text;
    if (kind !== undefined) element.className = kind;
    return element;
  };

  let session = null;
  let counted = 0;
  let last = '';
  let fresh = [];
  let drawing = false;
  // Client -> cell -> [right, wrong].
  let clients = new Map();

  const count = (client, cell, right, wrong) => {
    if (!clients.has(client)) {
      clients.set(client, new Map());
      filters.elements.client.append(new Option(client, client));
    }
    const of = clients.get(client);
    const [before, bad] = of.get(cell) ?? [0, 0];
    of.set(cell, [before + right, bad + wrong]);
  };

  const matches = (entry) => {
    const { client, operation, binding, found } = filters.elements;
    return (client.value === '' || client.value === entry.client) &&
      (operation.value === '' || operation.value === entry.operation) &&
      (binding.value === '' || binding.value === entry.binding) &&
      (!found.checked || entry.problems.length > 0);
  };

  const row = (entry) => {
    const kind = entry.problems.some(({ level }) => level === 'required') ? 'wrong' : entry.problems.length > 0 ? 'hint' : 'right';
    const item = make('li', '', kind);
    item.entry = entry;
    const cell = (entry.operation ?? 'unknown operation') + ' ' + (entry.binding ?? '');
    const open = make('button', new Date(entry.at).toLocaleTimeString() + ' ' + entry.method + ' ' + cell);
    open.type = 'button';
    open.addEventListener('click', () => show(entry.id));
    item.append(open, make('span', ' ' + (entry.status ?? 'no answer') + ' · ' + entry.durationMs + ' ms · ' + entry.client, 'small muted'));
    if (entry.problems.length > 0) {
      const problems = document.createElement('ul');
      for (const one of entry.problems) problems.append(problem(one));
      item.append(problems);
    }
    item.hidden = !matches(entry);
    return item;
  };

  const problem = ({ side, level, rule, message }) => {
    const item = make('li', message + ' ');
    item.append(make('span', side + ', ' + level + ', ' + rule, 'small muted'));
    return item;
  };

  const draw = () => {
    drawing = false;
    for (const entry of fresh) list.prepend(row(entry));
    fresh = [];
    while (list.childElementCount > MOST) list.lastElementChild.remove();
    const shown = filters.elements.client.value;
    const sums = new Map();
    let right = 0;
    let wrong = 0;
    for (const [client, of] of clients) {
      if (shown !== '' && shown !== client) continue;
      for (const [cell, [good, bad]] of of) {
        const [before, worse] = sums.get(cell) ?? [0, 0];
        sums.set(cell, [before + good, worse + bad]);
        right += good;
        wrong += bad;
      }
    }
    for (const [name, element] of cells) {
      const [good, bad] = sums.get(name) ?? [0, 0];
      const text = good + bad === 0 ? '–' : good + ' right' + (bad > 0 ? ', ' + bad + ' wrong' : '');
      if (element.textContent !== text) element.textContent = text;
      element.className = bad > 0 ? 'fail' : good > 0 ? 'pass' : '';
    }
    const used = [...sums.keys()].filter((name) => cells.has(name)).length;
    part('used').textContent = used + ' of ' + cells.size + ' cells used';
    part('totals').textContent = right + ' right, ' + wrong + ' wrong';
    part('none').hidden = list.childElementCount > 0;
  };

  // Many exchanges are drawn at once, and a page in the background keeps no more than it would show.
  const drawSoon = () => {
    if (fresh.length > MOST) fresh = fresh.slice(-MOST);
    if (drawing) return;
    drawing = true;
    setTimeout(draw, 50);
  };

  const show = async (id) => {
    const answer = await fetch('exchange/' + id).catch(() => null);
    const details = answer?.ok ? await answer.json() : null;
    part('details').hidden = false;
    part('details-title').textContent = 'Exchange ' + id + (details === null ? ' is not kept any more' : '');
    part('copy').hidden = details === null;
    part('copy').textContent = 'Copy as curl';
    part('problems').replaceChildren(...(details?.entry.problems ?? []).map((one) => {
      const item = problem(one);
      item.append(make('div', 'expected: ' + one.expected, 'small'), make('div', 'actual: ' + one.actual, 'small'));
      if (one.location !== null) item.append(make('div', 'at ' + one.location, 'small'));
      if (one.fix !== null) item.append(make('div', one.fix, 'small'));
      return item;
    }));
    for (const name of ['request', 'response']) {
      part(name).replaceChildren(...(details?.[name] ?? []).map((one) => make(one.wrong ? 'mark' : 'span', one.text)));
    }
    part('copy').onclick = async () => {
      await navigator.clipboard.writeText(details.curl).then(() => { part('copy').textContent = 'Copied'; }, () => {
        part('request').textContent = details.curl;
        getSelection().selectAllChildren(part('request'));
        part('copy').textContent = 'Selected';
      });
    };
    part('details-title').focus();
  };

  const clear = () => {
    list.replaceChildren();
    fresh = [];
    filters.elements.client.length = 1;
  };

  const connect = () => {
    const source = new EventSource('events?after=' + encodeURIComponent(last));
    source.addEventListener('open', () => { part('state').textContent = 'Connected.'; });
    source.addEventListener('error', () => {
      part('state').textContent = 'Connection lost; trying again …';
      // The browser itself tries again, but not after an answer that is not a stream.
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
    });
    source.addEventListener('snapshot', ({ data }) => {
      const state = JSON.parse(data);
      if (state.session !== session) clear();
      session = state.session;
      counted = state.last;
      const chosen = filters.elements.client.value;
      filters.elements.client.length = 1;
      clients = new Map();
      for (const client of state.clients) {
        // Requests of no cell count only in the sums.
        let { right, wrong } = client;
        for (const one of client.cells) {
          count(client.name, one.operation + '/' + one.binding, one.right, one.wrong);
          right -= one.right;
          wrong -= one.wrong;
        }
        count(client.name, 'null/null', right, wrong);
      }
      filters.elements.client.value = clients.has(chosen) ? chosen : '';
      drawSoon();
    });
    source.addEventListener('exchange', ({ data, lastEventId }) => {
      const entry = JSON.parse(data);
      last = lastEventId;
      fresh.push(entry);
      if (entry.id > counted) count(entry.client, entry.operation + '/' + entry.binding, entry.right ? 1 : 0, entry.right ? 0 : 1);
      drawSoon();
    });
  };

  filters.addEventListener('submit', (event) => event.preventDefault());
  filters.addEventListener('change', () => {
    for (const item of list.children) item.hidden = !matches(item.entry);
    drawSoon();
  });
  part('close').addEventListener('click', () => { part('details').hidden = true; });
  connect();
})();
`;
