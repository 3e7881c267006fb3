import type { ShadowState } from '../../../results/shadow-state.ts';
import type { TrafficSummary } from '../counts.ts';
import type { TrafficDetails, TrafficEntry, TrafficProblem } from '../entry.ts';

type Snapshot = Pick<TrafficSummary, 'clients'> & { readonly session: string; readonly last: number };
type Counts = readonly [right: number, wrong: number];

/**
 * The script of the live page, which is sent to the browser as its text: it uses nothing from outside. Clients' text is
 * only textContent, rows are bounded, the browser reconnects. @param mostRows - rows and events that the page keeps
 */
export function showTraffic(mostRows: number): void {
  const part = (id: string) => document.getElementById(id) as HTMLElement;
  const filters = part('filters') as HTMLFormElement;
  const clientFilter = filters.elements.namedItem('client') as HTMLSelectElement;
  const list = part('list');
  const cells = new Map(
    [...document.querySelectorAll<HTMLElement>('[data-cell]')].map((one) => [one.dataset.cell, one]),
  );
  let session = '';
  let counted = 0;
  let lastEvent = '';
  let fresh: TrafficEntry[] = [];
  let isDrawing = false;
  let clients = new Map<string, Map<string, Counts>>();

  function make(tag: string, text: string, kind = ''): HTMLElement {
    const element = document.createElement(tag);
    element.textContent = text;
    element.className = kind;
    return element;
  }

  function add(sums: Map<string, Counts>, cell: string, [right, wrong]: Counts): void {
    const [before, bad] = sums.get(cell) ?? [0, 0];
    sums.set(cell, [before + right, bad + wrong]);
  }

  function count(client: string, cell: string, counts: Counts): void {
    const known = clients.get(client) ?? new Map<string, Counts>();
    if (!clients.has(client)) clientFilter.append(new Option(client, client));
    clients.set(client, known);
    add(known, cell, counts);
  }

  /** Hides a row that is not of what the filters choose, each by its name. */
  function filter(item: HTMLElement): void {
    item.hidden = [...new FormData(filters)].some(([name, wanted]) => wanted !== '' && item.dataset[name] !== wanted);
  }

  function problemItem({ side, level, rule, message }: TrafficProblem): HTMLElement {
    const item = make('li', '');
    // Rules on clients are named so.
    const whose = side === 'client' ? rule : `${side} ${rule}`;
    item.append(make('span', level, `chip ${level}`), ` ${message} `, make('span', whose, 'small muted'));
    return item;
  }

  function row(entry: TrafficEntry): HTMLElement {
    const { id, at, method, status, durationMs, client, problems, operation, binding } = entry;
    const isWrong = problems.some(({ level }) => level === 'required');
    const item = make('li', '', isWrong ? 'wrong' : problems.length > 0 ? 'hint' : 'right');
    Object.assign(item.dataset, { client, operation, binding, found: problems.length > 0 ? 'on' : '' });
    const cell = `${operation ?? 'unknown operation'} ${binding ?? ''}`;
    const open = make('a', `${new Date(at).toLocaleTimeString()} ${method} ${cell}`) as HTMLAnchorElement;
    open.href = `#exchange-${id}`;
    item.classList.toggle('chosen', open.hash === location.hash);
    const about = make('span', ` ${status ?? 'no answer'} · ${durationMs} ms · ${client}`, 'small muted');
    const items = document.createElement('ul');
    items.append(...problems.map(problemItem));
    item.append(open, about, ...(problems.length > 0 ? [items] : []));
    filter(item);
    return item;
  }

  function draw(): void {
    isDrawing = false;
    for (const entry of fresh) list.prepend(row(entry));
    fresh = [];
    while (list.childElementCount > mostRows) list.lastElementChild?.remove();
    const sums = new Map<string, Counts>();
    for (const [client, known] of clients) {
      if (clientFilter.value === '' || clientFilter.value === client)
        for (const [cell, counts] of known) add(sums, cell, counts);
    }
    for (const [name = '', element] of cells) {
      const [right, wrong] = sums.get(name) ?? [0, 0];
      const text = right + wrong === 0 ? '–' : `${right} right${wrong > 0 ? `, ${wrong} wrong` : ''}`;
      if (element.textContent !== text) element.textContent = text;
      element.className = wrong > 0 ? 'fail' : right > 0 ? 'pass' : '';
    }
    const total = (side: 0 | 1): number => [...sums.values()].reduce((sum, counts) => sum + counts[side], 0);
    const used = [...sums.keys()].filter((name) => cells.has(name)).length;
    part('used').textContent = `${used} of ${cells.size} used`;
    part('right').textContent = `${total(0)}`;
    part('wrong').textContent = `${total(1)}`;
    part('none').hidden = list.childElementCount > 0;
  }

  // Many exchanges are drawn at once, and a page in the background keeps no more than it would show.
  function drawSoon(): void {
    if (fresh.length > mostRows) fresh = fresh.slice(-mostRows);
    if (isDrawing) return;
    isDrawing = true;
    setTimeout(draw, 50);
  }

  /** Shows the exchange that the address names. */
  async function show(): Promise<void> {
    const [, number] = /^#exchange-(\d+)$/.exec(location.hash) ?? [];
    if (number === undefined) return;
    const id = Number(number);
    const answer = await fetch(`exchange/${id}`).catch(() => null);
    const details: TrafficDetails | null = answer?.ok === true ? await answer.json() : null;
    const { operation, binding, client } = details?.entry ?? {};
    const about = `${operation ?? 'unknown operation'} ${binding ?? ''} of ${client}`;
    part('details-title').textContent = `Exchange ${id}${details === null ? ' is not kept any more' : `: ${about}`}`;
    part('chosen').hidden = details === null;
    list.querySelector('.chosen')?.classList.remove('chosen');
    list.querySelector(`a[href="#exchange-${id}"]`)?.parentElement?.classList.add('chosen');
    part('copy').textContent = 'Copy as curl';
    const problems = (details?.entry.problems ?? []).map((problem) => {
      const { expected, actual, location, fix } = problem;
      const item = problemItem(problem);
      for (const line of [`expected: ${expected}`, `actual: ${actual}`, location && `at ${location}`, fix])
        if (line !== null) item.append(make('div', line, 'small'));
      return item;
    });
    part('problems').replaceChildren(...problems);
    for (const side of ['request', 'response'] as const)
      part(side).replaceChildren(
        ...(details?.[side] ?? []).map(({ text, wrong }) => make(wrong ? 'mark' : 'span', text)),
      );
    part('copy').onclick = () => copy(details?.curl ?? '');
    part('details-title').focus();
  }

  /** Goes to the shown row so many below the chosen one, or to the first. */
  function step(by: 1 | -1): void {
    const rows = [...list.querySelectorAll<HTMLElement>(':scope > li:not([hidden])')];
    const at = rows.findIndex((item) => item.classList.contains('chosen'));
    const next = rows[at < 0 ? 0 : at + by];
    next?.scrollIntoView({ block: 'nearest' });
    location.hash = next?.querySelector('a')?.hash ?? location.hash;
  }

  async function copy(curl: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(curl);
      part('copy').textContent = 'Copied';
    } catch {
      part('request').textContent = curl;
      getSelection()?.selectAllChildren(part('request'));
      part('copy').textContent = 'Selected';
    }
  }

  /** The differences under the name of their kind, from the gravest. */
  function compare({ target, calls: all, compared, leftOut, differences, found }: ShadowState): void {
    const left = leftOut.map(({ why, calls }) => `; ${calls} not compared: ${why}`).join('');
    const more = found > differences.length ? `, of which ${differences.length} are shown` : '';
    part('compared').textContent = `${target}: compared ${compared} of ${all}; differences: ${found}${more}${left}`;
    const kinds = [...new Set(differences.map(({ kind }) => kind))];
    const parts = kinds.flatMap((name) => {
      const items = document.createElement('ul');
      for (const { title, where, calls, a, b } of differences.filter(({ kind }) => kind === name)) {
        const item = make('li', `${title} `);
        item.append(make('span', `${where}, ${calls} ${calls === 1 ? 'read' : 'reads'}`, 'small muted'));
        item.append(make('div', `old: ${a}`, 'small'), make('div', `new: ${b}`, 'small'));
        items.append(item);
      }
      return [make('h3', name), items];
    });
    part('differences').replaceChildren(...parts);
  }

  function start(snapshot: Snapshot): void {
    const chosen = clientFilter.value;
    clientFilter.length = 1;
    if (snapshot.session !== session) {
      list.replaceChildren();
      fresh = [];
    }
    session = snapshot.session;
    counted = snapshot.last;
    clients = new Map();
    for (const client of snapshot.clients) {
      // Requests of no cell count only in the sums.
      let { right, wrong } = client;
      for (const cell of client.cells) {
        count(client.name, `${cell.operation}/${cell.binding}`, [cell.right, cell.wrong]);
        right -= cell.right;
        wrong -= cell.wrong;
      }
      count(client.name, 'null/null', [right, wrong]);
    }
    clientFilter.value = clients.has(chosen) ? chosen : '';
    drawSoon();
  }

  function connect(): void {
    const source = new EventSource(`events?after=${encodeURIComponent(lastEvent)}`);
    source.addEventListener('open', () => {
      part('state').textContent = 'Connected.';
    });
    source.addEventListener('error', () => {
      part('state').textContent = 'Connection lost; trying again …';
      // The browser itself tries again, but not after an answer that is not a stream.
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
    });
    source.addEventListener('snapshot', ({ data }) => start(JSON.parse(data)));
    source.addEventListener('comparison', ({ data }) => compare(JSON.parse(data)));
    source.addEventListener('exchange', ({ data, lastEventId }) => {
      const entry: TrafficEntry = JSON.parse(data);
      lastEvent = lastEventId;
      fresh.push(entry);
      const counts: Counts = entry.right ? [1, 0] : [0, 1];
      if (entry.id > counted) count(entry.client, `${entry.operation}/${entry.binding}`, counts);
      drawSoon();
    });
  }

  filters.addEventListener('submit', (event) => event.preventDefault());
  filters.addEventListener('change', () => {
    for (const item of list.querySelectorAll<HTMLElement>(':scope > li')) filter(item);
    drawSoon();
  });
  part('next').addEventListener('click', () => step(1));
  part('previous').addEventListener('click', () => step(-1));
  // Only in the list and the details: a letter may belong to a field elsewhere (WCAG 2.1.4).
  part('split').addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if ((key === 'j' || key === 'k') && !ctrlKey && !metaKey && !altKey) step(key === 'j' ? 1 : -1);
  });
  addEventListener('hashchange', show);
  show();
  connect();
}
