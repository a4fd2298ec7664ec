import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { UserContext } from '../../session/require-session.tsx';
import { Empty } from '../state/page-states.tsx';
import { startTexts } from '../text/translate.ts';
import { type Column, fittingColumns } from './column.ts';
import { type Filtering, ofColumn } from './filters.ts';
import { ListPage, onPage } from './list-page.tsx';
import { pressedDirection } from './list-table.tsx';

beforeAll(() => startTexts(['frame', 'parts', 'lists'], 'en'));

interface Person {
  id: number;
  name: string;
  city: string | null;
}
const person = (id: number): Person => ({ id, name: `Person ${id}`, city: id % 2 === 0 ? null : 'Bergen' });
const people = Array.from({ length: 10 }, (_none, at) => person(at + 1));
const columns: Column<Person>[] = [
  { key: 'name', head: 'Name', sort: 'ASC', filter: { operators: ['contains'] }, cell: ({ name }) => name },
  { key: 'city', head: 'City', card: '1 / 2', cell: ({ city }) => city },
];
const answer = (
  data: { data: readonly Person[]; total: number } | undefined,
  error: Error | null = null,
) => ({
  data,
  error,
  isPlaceholderData: false,
  refetch: () => undefined,
});
const noMatch = { title: 'Nobody matches', text: 'Remove a filter.', clear: 'Clear filters', onClear() {} };
const user = { id: 7 } as NonNullable<ComponentProps<typeof UserContext>['value']>;

/** The markup of a page with a list of people. */
async function shown(props: Partial<ComponentProps<typeof ListPage<Person>>>): Promise<string> {
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '/people' });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/people'] }),
  });
  await router.load();
  return renderToStaticMarkup(
    <RouterContextProvider router={router as never}>
      <QueryClientProvider client={new QueryClient()}>
        <UserContext value={user}>
          <ListPage
            head={{ title: 'People' }}
            list={answer({ data: people, total: 35 })}
            what="the people"
            columns={columns}
            empty={<Empty title="No people yet">Invite somebody.</Empty>}
            noMatch={false}
            {...props}
          />
        </UserContext>
      </QueryClientProvider>
    </RouterContextProvider>,
  );
}
const count = (text: string, part: string | RegExp) => text.split(part).length - 1;

test('while it is loading a list has the heads and as many rows as a page, in their final places', async () => {
  const loading = await shown({ list: answer(undefined), search: {} });
  const loaded = await shown({ search: {} });
  const places = (html: string) =>
    [...html.matchAll(/<t[hd][^>]*data-column="(\w+)"/g)].map(([, name]) => name);
  expect(loading).toContain('data-loading=""');
  expect(loading).toContain('aria-busy="true"');
  expect(places(loading)).toEqual(places(loaded));
  // The pages have their place too.
  expect(loading).toContain('class="_pager');
});

test('a list without rows says what will be there, behind filters what would find something', async () => {
  const none = answer({ data: [], total: 0 });
  const filters = [{ key: 'city', label: 'City', value: 'Oslo', choices: [], set() {} }];
  const empty = await shown({ list: none, search: {}, filters });
  expect(empty).toContain('No people yet');
  expect(empty).not.toContain('<table');
  const filtered = await shown({ list: none, search: {}, filters, noMatch });
  expect(filtered).toContain('Nobody matches');
  expect(filtered).toContain('Clear filters</button>');
  expect(filtered).not.toContain('No people yet');
  for (const page of [empty, filtered]) expect(page).toContain('<span>City</span>');
  // Filters in the heads stay with them.
  expect(await shown({ list: none, search: {}, noMatch, filtering: filtering([]) })).toContain('<thead>');
});

test('many filters fold behind a button that says how many are in use, and those that are always set stay', async () => {
  const filter = (key: string, value?: string, any = 'All') => ({
    key,
    label: key,
    value,
    any,
    choices: [],
    set() {},
  });
  const few = ['role', 'state', 'tag'].map((key) => filter(key));
  const { any: _any, ...order } = filter('order', 'name');
  expect(await shown({ filters: [...few, order] })).not.toContain('aria-expanded');
  const folded = await shown({ filters: [...few, filter('city', 'Oslo'), order] });
  expect(folded).toMatch(/<button[^>]* aria-expanded="false"[^>]*>.*Filters, 1 in use/);
  expect(folded).toMatch(/<search class="_filters\S* _folded/);
  expect(count(folded, /<label[^>]* class="_optional/)).toBe(4);
});

test('a failure offers another try and keeps the filters', async () => {
  const failed = await shown({
    list: answer(undefined, new Error('away')),
    filtering: filtering([{ column: 'name', op: 'contains', value: 'Ada' }]),
    filters: [
      { key: 'city', label: 'City', value: 'Oslo', choices: [{ value: 'Oslo', label: 'Oslo' }], set() {} },
    ],
  });
  expect(failed).toContain('We could not load the people');
  expect(failed).toContain('Try again</button>');
  expect(failed).toContain('<option value="Oslo" selected="">Oslo</option>');
  expect(failed).toContain('<em>contains</em> Ada');
  expect(failed).not.toContain('<table');
  // What was loaded before stays.
  expect(await shown({ list: answer({ data: people, total: 10 }, new Error('away')) })).toContain('Person 1');
});

test('the sorted column is announced, and pressed again it turns around', async () => {
  const order = { column: 'name', direction: 'DESC' as const, onSort() {} };
  const html = await shown({ order });
  expect(html).toMatch(/<th [^>]*data-column="name"[^>]*aria-sort="descending"/);
  expect(count(html, 'aria-sort')).toBe(1);
  expect(pressedDirection(order, 'name', 'ASC')).toBe('ASC');
  expect(pressedDirection({ ...order, direction: 'ASC' }, 'name', 'ASC')).toBe('DESC');
  expect(pressedDirection(order, 'city', 'DESC')).toBe('DESC');
});

const filtering = (
  conditions: Filtering['conditions'],
  onChange: Filtering['onChange'] = () => {},
): Filtering => ({
  conditions,
  onChange,
  onClear() {},
});

test('each condition is a chip that can be removed, beside one button for all of them', async () => {
  const conditions = [
    { column: 'name', op: 'contains', value: 'Ada' },
    { column: 'name', op: 'not_contains', value: 'Moe' },
  ] as const;
  const html = await shown({ filtering: filtering(conditions) });
  const chips = /<ul[^>]*aria-label="Filters in use">.*?<\/ul>/.exec(html)?.[0] ?? '';
  expect(count(chips, '<li>')).toBe(2);
  expect(chips).toContain('aria-label="Remove filter: Name contains Ada"');
  expect(count(html, 'Clear all</button>')).toBe(1);
  expect(html).toContain('aria-label="Filter by Name, 2 in use"');
  expect(await shown({ filtering: filtering([]) })).not.toContain('Clear all');
});

test('the conditions of one column change together, empty ones fall away', () => {
  const seen: unknown[] = [];
  const all = [
    { column: 'city', op: 'contains', value: 'Bergen' },
    { column: 'name', op: 'contains', value: 'Ada' },
  ] as const;
  const name = { key: 'name', head: 'Name', filter: { operators: ['contains'] } } as const;
  const own = ofColumn(
    filtering(all, (next) => seen.push(next)),
    name,
  );
  expect(own.conditions).toEqual([all[1]]);
  own.onChange([
    { op: 'contains', value: ' Moe ' },
    { op: 'contains', value: ' ' },
  ]);
  own.onChange([]);
  expect(seen).toEqual([[all[0], { column: 'name', op: 'contains', value: 'Moe' }], [all[0]]]);
});

test('pages are links that the keyboard reaches, and the first page is the plain address', async () => {
  const html = await shown({ search: { page: 2 } });
  const links = [...html.matchAll(/<a [^>]*>/g)].map(([link]) =>
    ['href', 'aria-label'].map((name) => new RegExp(`${name}="([^"]*)"`).exec(link)?.[1]),
  );
  expect(links).toEqual([
    ['/people', 'Previous page'],
    ['/people', 'Page 1'],
    ['/people?page=2', 'Page 2'],
    ['/people?page=3', 'Page 3'],
    ['/people?page=4', 'Page 4'],
    ['/people?page=3', 'Next page'],
  ]);
  expect(html).toContain('Go to page');
  expect(onPage({ page: 3, role: 'pro' }, 1)).toEqual({ role: 'pro' });
});

test('rows that are selected on another page are counted, and said with what can be done', async () => {
  const selection = {
    selected: new Map([person(1), person(30)].map((one) => [one.id, one])),
    onChange() {},
    nameOf: ({ name }: Person) => `Select ${name}`,
    nameOfAll: 'Select all on this page',
    isFixed: ({ id }: Person) => id === 2,
  };
  const bulk = {
    label: 'Selected people',
    text: '2 people selected',
    more: { label: 'Select all 35', fetch: async () => people },
    clear: 'Clear selection',
    actions: [{ label: 'Remind', onPress() {} }],
  };
  const html = await shown({ selection, bulk });
  expect(html).toMatch(/<section[^>]*aria-label="Selected people"><p role="status">2 people selected<\/p>/);
  for (const button of ['Select all 35', 'Clear selection', 'Remind'])
    expect(html).toContain(`${button}</button>`);
  expect(count(html, 'checked=""')).toBe(1);
  expect(html).toContain('aria-label="Select Person 3"');
  expect(html).not.toContain('aria-label="Select Person 2"');
  const none = { ...selection, selected: new Map<number, Person>() };
  expect(await shown({ selection: none, bulk })).not.toContain('Selected people');
});

test('columns without room are dropped in their order, and the others share what is left', () => {
  const some = [
    { key: 'id', width: 100, grow: 1 },
    { key: 'call', width: 100, grow: 3, drop: 2 },
    { key: 'field', width: 100, drop: 1 },
  ];
  const fitting = (room: number) => [...fittingColumns(some, room)];
  expect(fitting(340)).toEqual([
    ['id', 110],
    ['call', 130],
    ['field', 100],
  ]);
  expect(fitting(299).map(([key]) => key)).toEqual(['id', 'call']);
  expect(fitting(199)).toEqual([['id', 199]]);
  expect(fitting(50)).toEqual([['id', 100]]);
});
