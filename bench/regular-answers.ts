import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writePdf } from '../apps/api/src/across/world/write-pdf.ts';

const world = fileURLToPath(new URL('../apps/api/demo/applications/regular.json', import.meta.url));
/** The application of the demonstration whose answers are taken: complete, submitted, with two PDFs. */
const model = 'medkm';

interface Pdf {
  name: string;
  title: string;
  pages: number;
  text: string[];
}
type Content = string | string[] | { date: string } | { pdf: Pdf };
interface Reported {
  key: string;
  answers: Record<string, Content>;
  rows: Record<string, Record<string, Content>[]>;
}

interface Item {
  flowElementId: string;
  dataGroupId: string | null;
  input: { values: string[] };
  revision: number;
}
export interface Upload {
  flowElementId: string;
  name: string;
  /** Its bytes one after the other: put together they would cost the clients a copy of each file. */
  pieces: Uint8Array[];
}
/** The Regular form filled in: answers in handfuls as the editor saves them, rows with the first handful that needs them. */
export interface Filled {
  saves: { data: Item[]; newGroups: { id: string; flowElementId: string; order: number }[] }[];
  uploads: Upload[];
}

const perSave = 12;
const pdfBytes = 1_500_000;

/** As large as PDFs with figures are: what stands behind the end mark is a remark, and the end is marked again. */
function enlarge(small: Buffer, ...remark: Uint8Array[]): Uint8Array[] {
  const end = small.subarray(small.lastIndexOf('startxref'));
  return [small, Buffer.from('\n%'), ...remark, Buffer.from('\n'), end];
}

async function writeLargePdf(pdf: Pdf): Promise<Uint8Array[]> {
  const small = Buffer.from(await writePdf(pdf, new Date(0)));
  return enlarge(small, Buffer.from(randomBytes((pdfBytes - small.length) >> 1).toString('hex')));
}

function readModel(): Reported {
  const all: Reported[] = JSON.parse(readFileSync(world, 'utf8'));
  const entry = all.find(({ key }) => key === model);
  if (entry === undefined) throw new Error(`The demonstration has no application '${model}' any more.`);
  return entry;
}

/** The first PDF of the model as uploads of any size up to the largest, no two alike where `name` is another. */
export async function readPdf(
  largestBytes: number,
): Promise<{ flowElementId: string; of(name: string, bytes: number): Upload }> {
  const [flowElementId, content] =
    Object.entries(readModel().answers).find(([, given]) => typeof given === 'object' && 'pdf' in given) ??
    [];
  if (flowElementId === undefined || typeof content !== 'object' || !('pdf' in content))
    throw new Error(`'${model}' of the demonstration has no PDF any more.`);
  const small = Buffer.from(await writePdf(content.pdf, new Date(0)));
  const noise = Buffer.from(randomBytes(largestBytes >> 1).toString('hex'));
  return {
    flowElementId,
    of: (name, bytes) => ({
      flowElementId,
      name,
      pieces: enlarge(
        small,
        Buffer.from(`${name} `),
        noise.subarray(0, Math.max(0, bytes - small.length - 300)),
      ),
    }),
  };
}

function dateOf(entry: string, cutoffEnd: string): string {
  const days = /^cutoff\.end\+(\d+)d$/.exec(entry)?.[1];
  if (days === undefined)
    throw new Error(`The bench does not read the date '${entry}' of the demonstration.`);
  return new Date(Date.parse(cutoffEnd) + Number(days) * 86_400_000).toISOString().slice(0, 10);
}

/** What has to be known of the form: the end of the cut-off, and the elements in the order of the page. */
export interface Page {
  cutoffEnd: string;
  order: string[];
}

/** Reads the model once; the function gives it again and again with new rows, from the top of the page to its end. */
export async function readRegularAnswers(): Promise<(page: Page) => Filled> {
  const entry = readModel();
  const uploads: Upload[] = [];
  for (const [flowElementId, content] of Object.entries(entry.answers)) {
    if (typeof content === 'object' && 'pdf' in content)
      uploads.push({ flowElementId, name: content.pdf.name, pieces: await writeLargePdf(content.pdf) });
  }
  return ({ cutoffEnd, order }) => {
    const place = new Map(order.map((id, index) => [id, index]));
    const valuesOf = (content: Content): string[] | null => {
      if (typeof content === 'string') return [content];
      if (Array.isArray(content)) return content;
      return 'date' in content ? [dateOf(content.date, cutoffEnd)] : null;
    };
    const items: Item[] = [];
    const add = (flowElementId: string, dataGroupId: string | null, content: Content): void => {
      const values = valuesOf(content);
      if (values !== null) items.push({ flowElementId, dataGroupId, input: { values }, revision: 0 });
    };
    const rows = Object.entries(entry.rows).flatMap(([flowElementId, list]) =>
      list.map((row, order) => ({ id: randomUUID(), flowElementId, order, row })),
    );
    for (const { id, row } of rows)
      for (const [childId, content] of Object.entries(row)) add(childId, id, content);
    for (const [id, content] of Object.entries(entry.answers)) add(id, null, content);
    // Everything in a row stands where its group stands, and stays in its order there.
    const groupOf = new Map<string | null, string>(rows.map(({ id, flowElementId }) => [id, flowElementId]));
    const placeOf = ({ flowElementId, dataGroupId }: Item): number =>
      place.get(groupOf.get(dataGroupId) ?? flowElementId) ?? 0;
    items.sort((a, b) => placeOf(a) - placeOf(b));
    const saves: Filled['saves'] = [];
    const begun = new Set<string>();
    for (let at = 0; at < items.length; at += perSave) {
      const data = items.slice(at, at + perSave);
      const fresh = rows.filter(
        ({ id }) => !begun.has(id) && data.some(({ dataGroupId }) => dataGroupId === id),
      );
      for (const { id } of fresh) begun.add(id);
      saves.push({
        data,
        newGroups: fresh.map(({ id, flowElementId, order }) => ({ id, flowElementId, order })),
      });
    }
    return { saves, uploads };
  };
}
