import type { Lines } from './archives.ts'

type Path = readonly (string | number)[]

/** A change of one place in one line of an archive. */
export interface Mutation {
  file: string
  line: number
  path: Path
  name: string
  apply: (line: unknown) => readonly unknown[]
}

/** The values that can be put into any place of a line; `others` are ids that belong to other accounts. */
function valuesFor(others: Readonly<Record<string, string>>): readonly [name: string, value: unknown][] {
  return [
    ...Object.entries(others).map(([name, id]): [string, unknown] => [`id of ${name}`, id]),
    ...['account_members', 'accounts', 'account_domains', 'domain_blacklist', 'systems'].map(
      (table): [string, unknown] => [`table ${table}`, table],
    ),
    ...['account', 'expert', 'system', 'agent', 'solution', 'article'].map((kind): [string, unknown] => [
      `kind ${kind}`,
      kind,
    ]),
    ...['infinity', '-infinity', '9999-12-31T00:00:00Z', '0001-01-01T00:00:00Z'].map(
      (moment): [string, unknown] => [`moment ${moment}`, moment],
    ),
    ['null', null],
    ['empty text', ''],
    ['zero', 0],
    ['minus one', -1],
    ['large number', 1e300],
    ['yes', true],
    ['list', []],
    ['list of null', [null]],
    ['object', {}],
    ['object with an account', { account_id: others['account'], id: others['system'] }],
    ['long text', 'long '.repeat(20_000)],
    ['nested', JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)],
    ['formula', '=1+1'],
    ['quotes', `'"); drop table public.accounts; --`],
  ]
}

/** Rows that the links of a deleted record can be changed to name. */
function plantedLinks(others: Readonly<Record<string, string>>): readonly [name: string, links: unknown][] {
  const row = (table: string, columns: object) => ({
    rows: [{ table, kind: 'solution', id: others['own solution'], name: 'Planted', row: columns }],
  })
  return [
    [
      'member',
      row('account_members', {
        account_id: others['account'],
        user_id: others['loner'],
        permission_level: 'admin',
      }),
    ],
    ['record', row('systems', { account_id: others['account'], name: 'Planted' })],
    ['domain', row('domain_blacklist', { domain: 'planted.test' })],
    [
      'link',
      row('solution_agents', {
        account_id: others['account'],
        solution_id: others['solution'],
        agent_id: others['agent'],
      }),
    ],
    [
      'expert',
      {
        experts: [
          {
            account_id: others['account'],
            kind: 'system',
            record_id: others['system'],
            expert_id: others['person'],
          },
        ],
      },
    ],
    [
      'departed',
      {
        departed: [
          {
            account_id: others['account'],
            kind: 'system',
            record_id: others['system'],
            person_id: others['person'],
          },
        ],
      },
    ],
    [
      'list',
      {
        solutions: [{ id: others['solution'], before: [others['system']] }],
        moved: { to: others['system'], solutions: [others['solution']] },
      },
    ],
    ['article', { articles: [{ id: others['article'] }] }],
  ]
}

/** All mutations of an archive that there are: each value in each place of each line, and lines that are doubled. */
export function mutationsOf(lines: Lines, others: Readonly<Record<string, string>>): Mutation[] {
  const values = valuesFor(others)
  return Object.entries(lines).flatMap(([file, texts]) =>
    texts.flatMap((text, line) => {
      const parsed: unknown = JSON.parse(text)
      const places = pathsIn(parsed)
      return [
        ...places.flatMap((path): Mutation[] => [
          ...values.map(
            ([name, value]): Mutation => ({
              file,
              line,
              path,
              name,
              apply: (row) => [put(row, path, value)],
            }),
          ),
          { file, line, path, name: 'gone', apply: (row) => [remove(row, path)] },
          { file, line, path, name: 'wrapped', apply: (row) => [put(row, path, [at(row, path)])] },
        ]),
        { file, line, path: [], name: 'doubled', apply: (row) => [row, row] },
        {
          file,
          line,
          path: [],
          name: 'account added',
          apply: (row) => [put(row, ['account_id'], others['account'])],
        },
        ...(file === 'bin' ? plantedLinks(others) : []).map(
          ([name, links]): Mutation => ({
            file,
            line,
            path: ['links'],
            name: `planted ${name}`,
            apply: (row) => [put(row, ['links'], links)],
          }),
        ),
      ]
    }),
  )
}

/** The archive with a mutation in it. */
export function mutated(lines: Lines, { file, line, apply }: Mutation): Lines {
  const texts = (lines[file] ?? []).flatMap((text, place) =>
    place === line ? apply(JSON.parse(text)).map((row) => JSON.stringify(row)) : [text],
  )
  return { ...lines, [file]: texts }
}

/**
 * Chooses so many mutations from all over, the same in every run: a quarter plants links, a quarter names rows of
 * others.
 */
export function chosenOf(mutations: readonly Mutation[], count: number): Mutation[] {
  const of = (sort: RegExp) => mutations.filter(({ name }) => sort.test(name))
  const quarter = Math.floor(count / 4)
  const planted = spread(of(/^planted/), quarter)
  const named = spread(of(/^(id of|table|account)/), quarter)
  const others = of(/^(?!planted|id of|table|account)/)
  return [...planted, ...named, ...spread(others, count - planted.length - named.length)]
}

function spread<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(list.length / count, 1)
  const places = Array.from({ length: Math.min(count, list.length) }, (_, place) => Math.floor(place * step))
  const wanted = new Set(places)
  return list.filter((_, place) => wanted.has(place))
}

/** Every place of a value, the whole of it first. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) =>
      pathsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ]
}

function at(value: unknown, path: Path): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  return typeof value === 'object' && value !== null ? at(Reflect.get(value, key), rest) : undefined
}

function put(value: unknown, [key, ...rest]: Path, next: unknown): unknown {
  if (key === undefined) return next
  if (Array.isArray(value)) return value.map((one, place) => (place === key ? put(one, rest, next) : one))
  const row = typeof value === 'object' && value !== null ? value : {}
  return { ...row, [key]: put(Reflect.get(row, key), rest, next) }
}

function remove(value: unknown, path: Path): unknown {
  const [key, ...rest] = path
  if (key === undefined) return null
  if (Array.isArray(value))
    return rest.length === 0
      ? value.filter((_, place) => place !== key)
      : value.map((one, place) => (place === key ? remove(one, rest) : one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name !== key) return [[name, inner]]
      return rest.length === 0 ? [] : [[name, remove(inner, rest)]]
    }),
  )
}
