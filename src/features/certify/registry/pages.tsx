import type { ComponentChildren } from 'preact';
import { dayText } from '../../../base/days.ts';
import { groupBy, grouped } from '../../../base/group-by.ts';
import { plural } from '../../../base/words.ts';
import { folderOf } from '../../../results/target-folder.ts';
import { type Banner, pageText } from '../../../views/html/page.tsx';
import { count, moment, noticesPart, Part, points, stack } from '../../../views/html/parts.tsx';
import { visible } from '../../../views/html/visible.tsx';
import { firstOf } from '../../../views/shown-text.ts';
import { badge } from '../badge.ts';
import { short } from '../facts.ts';
import { current, type Registry, type RegistryEntry, type StatementState } from './registry.ts';

const looks: Readonly<Record<StatementState, readonly [tone: string, color: string]>> = {
  valid: ['pass', '#12693a'],
  expiring: ['open', '#7a5200'],
  expired: ['fail', '#b01c1c'],
  revoked: ['fail', '#b01c1c'],
  superseded: ['muted', '#566072'],
};

/** Most entries of each list on a page; registry.json has all. */
const MOST = { leftOut: 100, waivers: 20 } as const;

function registryPage(title: string, up: '' | '../', banner: Banner, children: ComponentChildren): string {
  const links = [[`${up}index.html`, 'All targets'] as const, [`${up}registry.json`, 'registry.json'] as const];
  return pageText({ title, kind: 'registry', links, banner, children });
}

/** The page of all targets: for each namespace and rule set the statement that counts. */
export function indexPage({ statements, day, leftOut: sentences }: Registry): string {
  const targets = [...groupBy(statements, ({ target }) => target)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rows = targets.flatMap(([, own]) =>
    grouped(own, ({ namespace, ruleSet }) => JSON.stringify([namespace, ruleSet])).map(current),
  );
  return registryPage(
    'Registry',
    '',
    {
      tone: 'plain',
      subject: 'Certificates of conformance to the GetData Web Service',
      heading: count(targets.length, 'target'),
      sentences: [NO_PROOF],
      numbers: numbersOf(rows),
      facts: [asOf(day)],
    },
    <>
      <Part id="targets" title="Targets">
        {stack(
          ['Target', ...HEADS],
          rows.map((entry) => [
            <a href={`targets/${folderOf(entry.target)}.html`}>{visible(entry.target, 200)}</a>,
            facts(entry),
          ]),
        )}
      </Part>
      {noticesPart('left-out', 'Left out', sentences, MOST.leftOut)}
    </>,
  );
}

const NO_PROOF = 'A page proves nothing by itself: verify the signed statement that it links to.';

const asOf = (day: string): string => `as of ${dayText(day)} (UTC)`;

function numbersOf(entries: readonly RegistryEntry[]): NonNullable<Banner['numbers']> {
  const of = (...states: readonly StatementState[]) => entries.filter(({ state }) => states.includes(state)).length;
  return [
    [of('expired', 'revoked'), 'expired or revoked', 'fail'],
    ...(of('superseded') > 0 ? [[of('superseded'), 'superseded', 'muted'] as const] : []),
    [of('expiring'), 'about to expire', 'open'],
    [of('valid'), 'valid', 'pass'],
  ];
}

const HEADS = ['State', 'Last day', 'Result', 'Rule set', 'Suite', 'Tested'];

function facts({ state, ends, result, ruleSet, suite, startedAt }: RegistryEntry) {
  return [
    <td class={looks[state][0]}>{state}</td>,
    ends === null ? 'none' : dayText(ends.day),
    // What is revoked or expired is worth nothing, whatever its result was.
    <td class={looks[state][0] !== 'pass' ? 'muted' : result === 'PASSED' ? 'pass' : 'open'}>{result}</td>,
    visible(ruleSet, 40),
    visible(suite, 40),
    moment(startedAt),
  ];
}

/** The page of a target with all its statements, the newest first, and the names of its badges. */
export function targetPage(
  entries: readonly [RegistryEntry, ...RegistryEntry[]],
  day: string,
  badges: readonly string[],
): string {
  const { state, target } = current(entries);
  return registryPage(
    target,
    '../',
    {
      tone: looks[state][0],
      subject: visible(target, 300),
      heading: state,
      sentences: [NO_PROOF],
      numbers: numbersOf(entries),
      facts: [asOf(day)],
    },
    <>
      <Part id="statements" title="Statements" note="the newest first">
        {stack(
          ['Statement', ...HEADS, 'Key', 'Notes'],
          entries.map((entry) => {
            const address = `../../${entry.file.split('/').map(encoded).join('/')}`;
            const told = notes(entry).map((note) => <p>{visible(note)}</p>);
            const more = [<td class="mono">{short(entry.keyId)}</td>, <td class="text">{told}</td>];
            return [<a href={address}>{short(entry.digest)}</a>, [...facts(entry), ...more]];
          }),
        )}
        <p>What proves a statement:</p>
        <pre>getdata-conformance verify statement.json --key &lt;public key&gt;.pub.pem</pre>
      </Part>
      <Part id="badges" title="Badges">
        {points(badges.map((name) => <a href={`../badges/${name}.svg`}>{name}.svg</a>))}
      </Part>
    </>,
  );
}

/** A part of an address below this folder; a lone surrogate, which no address can have, is replaced. */
function encoded(part: string): string {
  return encodeURIComponent(part.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
}

function notes({ revoked, supersededBy, ends, waivers, judged, suite, namespace }: RegistryEntry): readonly string[] {
  return [
    ...(revoked === null ? [] : [`Revoked on ${revoked.revokedAt.slice(0, 10)}: ${revoked.reason}`]),
    ...(supersededBy === null ? [] : [`Superseded by ${short(supersededBy)}.`]),
    ...(waivers.some(({ expires }) => expires === ends?.day) ? [`${ends?.day} is the last day ${ends?.of}.`] : []),
    ...firstOf(
      waivers,
      MOST.waivers,
      ({ test, owner, reason }) => `Waived: ${test}, ${owner}: ${reason}`,
      (more) => `${plural(more, 'more waiver')}.`,
    ),
    `Namespace ${namespace.slice(0, 200)}`,
    ...(judged ? [] : [`Signature and digests hold; only version ${suite} can judge the evidence again.`]),
  ];
}

/** The badge of a statement: what it is worth. @param day - for which the state is right */
export function stateBadge({ state, ends, ...entry }: RegistryEntry, day: string): string {
  const { target, suite, ruleSet, result, startedAt, digest, keyId } = entry;
  const waived = result === 'WARNED' ? ' with waivers' : '';
  const until = ends === null ? '' : `, ends ${ends.day}`;
  const revoked = entry.revoked === null ? '' : ` on ${entry.revoked.revokedAt.slice(0, 10)}`;
  return badge({
    kicker: 'GetData Web Service',
    title: `GetData Web Service: ${state}`,
    headline: `${state.replace(/^./, (first) => first.toUpperCase())}${revoked}${waived}${until}`,
    color: looks[state][1],
    holds: state === 'valid' || state === 'expiring',
    target,
    rows: [
      `as of ${day} · rule set ${ruleSet} · suite ${suite}`,
      `tested ${dayText(startedAt.slice(0, 10))} · statement ${short(digest)} · key ${short(keyId)}`,
    ],
    description: `Target ${target}; statement ${digest}; key ${keyId}; ${state} as of ${day}.`,
  });
}
