import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface FeedServer {
  readonly url: string;
  readonly asked: { path: string; token: string | undefined }[];
  answer: Answer;
  close(): Promise<void>;
}

export async function startFeedServer(): Promise<FeedServer> {
  const asked: FeedServer['asked'] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url!, token: request.headers['bmx-token']?.toString() });
    feed.answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const feed: FeedServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (_, response) => response.writeHead(500).end(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return feed;
}

export function ecbDocument(...days: [day: string, rates: Record<string, string>][]): string {
  const cubes = days.map(
    ([time, rates]) =>
      `<Cube time="${time}">${Object.entries(rates)
        .map(([currency, rate]) => `<Cube currency="${currency}" rate="${rate}"/>`)
        .join('')}</Cube>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
    <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
      <gesmes:subject>Reference rates</gesmes:subject>
      <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
      <Cube>${cubes.join('')}</Cube>
    </gesmes:Envelope>`;
}

export function banxicoAnswer(...days: [day: string, dato: string][]): string {
  const datos = days.map(([day, dato]) => ({ fecha: day.split('-').reverse().join('/'), dato }));
  const series = ['SF60632', 'SF46406', 'SF43718', 'SF46410', 'SF46407'].map((idSerie) => ({
    idSerie,
    titulo: 'Tipo de cambio',
    datos: idSerie === 'SF43718' ? datos : [],
  }));
  return JSON.stringify({ bmx: { series } });
}
