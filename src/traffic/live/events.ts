import type { ServerResponse } from 'node:http';
import type { TrafficEntry } from '../entry.ts';
import type { TrafficLog } from '../log.ts';
import { MOST_ROWS } from './script.ts';

const MOST_READERS = 20;
/** Bytes that wait for a reader: a slower one is cut off, reconnects, and gets what is still kept. */
const MOST_WAITING = 4 * 1024 * 1024;
/** Connections without traffic are closed. */
const HEARTBEAT_MS = 15_000;
/** Problems of an exchange in its event; its details have all. */
const MOST_PROBLEMS = 5;
/** Characters of a message: far less than MOST_WAITING waits for a new reader. */
const MOST_MESSAGE = 200;

/**
 * Opens the events of a log (HTML Standard, server-sent events): a snapshot of its counts, the exchanges that a reader
 * lacks, and each new one.
 * @param session - distinguishes this log from an earlier one, whose ids differ
 */
export function openEvents(log: TrafficLog, session: string) {
  const readers = new Set<ServerResponse>();
  return {
    /** Sends events until the reader goes. False where there are too many readers. @param lastId - the reader's last event */
    stream(response: ServerResponse, headers: Readonly<Record<string, string>>, lastId: string): boolean {
      if (readers.size >= MOST_READERS) return false;
      readers.add(response);
      response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream; charset=utf-8' });
      const write = (text: string): void => {
        if (!response.write(text) && response.writableLength > MOST_WAITING) response.destroy();
      };
      const send = (entry: TrafficEntry): void => {
        if (entry.isCall)
          write(`event: exchange\nid: ${session}-${entry.id}\ndata: ${JSON.stringify(shortened(entry))}\n\n`);
      };
      const [own, id] = lastId.split('-');
      const kept = log.entries(own === session ? Number(id) || 0 : 0);
      const { clients, exchanges } = log.summary();
      const snapshot = { session, last: exchanges, clients };
      write(`retry: 500\nevent: snapshot\ndata: ${JSON.stringify(snapshot)}\n\n`);
      for (const entry of kept.slice(-MOST_ROWS)) send(entry);
      const stop = log.subscribe(send);
      const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS);
      response.once('close', () => {
        stop();
        clearInterval(heartbeat);
        readers.delete(response);
      });
      return true;
    },
  };
}

function shortened({ problems, ...entry }: TrafficEntry) {
  const short = problems
    .slice(0, MOST_PROBLEMS)
    .map(({ side, rule, level, message }) => ({ side, rule, level, message: message.slice(0, MOST_MESSAGE) }));
  return { ...entry, problems: short };
}
