import type { SchemaFile } from './schema-files.ts'

/** A refusal of the database, as callers get it. */
export interface Refusal {
  /** Its name, in `details` of the answer before the parameters: `token.lifetime`. */
  code: string
  /** The code of the error: a SQLSTATE, or PT and the status of the answer. Null where it is noted or part of an answer. */
  error: string | null
  /** The English sentence, with the parameters in their places: `{{field}} is required.` Null where it says more than they. */
  sentence: string | null
}

/** Their sentences name the request, which is no parameter. */
const WITHOUT_SENTENCE: readonly string[] = ['token.scope_missing', 'token.closed']

const LITERAL = `'((?:[^']|'')*)'`
const CODE = String.raw`'([a-z_]+\.[a-z_]+)'`

/** `raise exception 'sentence' … detail = 'code'`, with or without parameters. */
const RAISED = new RegExp(
  String.raw`raise exception ${LITERAL}((?:[^;']|'(?:[^']|'')*')*?)errcode = '(\w+)'((?:[^;']|'(?:[^']|'')*')*);`,
  'g',
)
const DETAIL = /detail = (?:'([a-z_]+(?:\.[a-z_]+)?) ?'|format\('([a-z_.]+) %s')((?:[^;']|'(?:[^']|'')*')*)/
/** `holds(rule, 'code', 'sentence')`. */
const HELD = new RegExp(String.raw`${CODE},\s*${LITERAL}\s*\)`, 'g')
/** Functions that refuse with the code and the sentence that they are given. */
const GIVEN = new RegExp(String.raw`private\.refuse_(non_admin|outdated)\(\s*${CODE},\s*${LITERAL}`, 'g')
/** Problems that are noted instead of raised. */
const NOTED = new RegExp(String.raw`private\.value_problem\(\s*${CODE},\s*${LITERAL}`, 'g')
const NOTED_OF_VIEW = new RegExp(String.raw`problem := ${LITERAL};\s*refusal := ${CODE}`, 'g')
const CRON = new RegExp(String.raw`${CODE}, (?='The \w+ of a cron line)${LITERAL}`, 'g')
const WEEKDAY = new RegExp(
  String.raw`code constant text := ${CODE};\s*sentence constant text := ${LITERAL}`,
  'g',
)
/** Answers with a status of their own: no exception, so that what they count is kept. */
const ANSWERED = new RegExp(
  String.raw`private\.(?:refusal_response\(\s*(\d+),|unknown_secret_response\(\s*${LITERAL},)\s*${CODE},\s*${LITERAL}`,
  'g',
)
const NOT_ACCEPTED = new RegExp(
  String.raw`private\.not_accepted_response\(\s*${CODE},\s*${LITERAL}((?:, jsonb_build_object\([^)]*\))?)`,
  'g',
)
const OF_ARCHIVES = new RegExp(String.raw`when (?='archive\.)${CODE} then ${LITERAL}`, 'g')
const OF_OWN_FIELDS = /when '(field\.[a-z_]+)' then '(must [^']+)'/g

const unquoted = (text = ''): string => text.replaceAll("''", "'")

/** All refusals of the schemas by code. @throws where two sentences have one code, or one has none. */
export function refusalsOf(files: readonly SchemaFile[], kinds: readonly string[]): Refusal[] {
  const found = files.flatMap(({ text }) => refusalsIn(text.replaceAll(/--[^\n]*/g, '')))
  const taken = ['tag', 'team', ...kinds].map((kind) => ({
    code: `${kind}.name_taken`,
    error: '23505',
    sentence: `${/^[aeiou]/.test(kind) ? 'An' : 'A'} ${kind} with this name already exists.`,
  }))
  const disabled = kinds.map((kind) => ({
    code: `feature.${kind}s_disabled`,
    error: '42501',
    sentence: `The ${kind[0]?.toUpperCase()}${kind.slice(1)}s feature is currently disabled.`,
  }))
  const byCode = new Map<string, Refusal>()
  for (const refusal of [...taken, ...disabled, ...found]) {
    const known = byCode.get(refusal.code)
    if (known !== undefined && known.sentence !== refusal.sentence)
      throw new Error(`${refusal.code} has two sentences: "${known.sentence}" and "${refusal.sentence}"`)
    byCode.set(refusal.code, known ?? refusal)
  }
  return [...byCode.values()].toSorted((one, other) => one.code.localeCompare(other.code))
}

function refusalsIn(sql: string): Refusal[] {
  return [
    ...[...sql.matchAll(RAISED)].flatMap(([, sentence = '', values = '', error = '', more = '']) =>
      raised(unquoted(sentence), error, values + more),
    ),
    ...(sql.includes('holds(')
      ? [...sql.matchAll(HELD)].map(([, code = '', sentence]) => ({
          code,
          error: '23514',
          sentence: unquoted(sentence),
        }))
      : []),
    ...[...sql.matchAll(GIVEN)].map(([, way, code = '', sentence]) => ({
      code,
      error: way === 'outdated' ? 'HO001' : '42501',
      sentence: unquoted(sentence),
    })),
    ...[...sql.matchAll(NOTED)].map(([, code = '', sentence]) => ({
      code,
      error: '23514',
      sentence: unquoted(sentence),
    })),
    ...[...sql.matchAll(NOTED_OF_VIEW)].map(([, sentence, code = '']) => ({
      code,
      error: '22023',
      sentence: unquoted(sentence),
    })),
    ...[...sql.matchAll(CRON), ...sql.matchAll(WEEKDAY)].map(([, code = '', sentence]) => ({
      code,
      error: '22023',
      sentence: unquoted(sentence),
    })),
    ...[...sql.matchAll(ANSWERED)].map(([, status = '401', _kind, code = '', sentence]) => ({
      code,
      error: `PT${status}`,
      sentence: unquoted(sentence),
    })),
    ...[...sql.matchAll(NOT_ACCEPTED)].map(([, code = '', sentence, parameters]) => ({
      code,
      error: null,
      sentence: filled(unquoted(sentence), namesIn(parameters)),
    })),
    ...[...sql.matchAll(OF_ARCHIVES)].map(([, code = '', sentence]) => ({
      code,
      error: null,
      sentence: unquoted(sentence),
    })),
    ...[...sql.matchAll(OF_OWN_FIELDS)].map(([, code = '', rest]) => ({
      code,
      error: '23514',
      sentence: `{{field}} ${unquoted(rest)}`,
    })),
  ]
}

/** The refusal of a `raise`; none where its sentence or code is that of a caller. */
function raised(sentence: string, error: string, options: string): Refusal[] {
  const [, plain, formatted, parameters = ''] = DETAIL.exec(options) ?? []
  const code = plain ?? formatted
  if (code === undefined) {
    if (/detail = /.test(options)) return []
    throw new Error(`This refusal has no code: "${sentence}"`)
  }
  const names = namesIn(parameters)
  const places = sentence.split('%').length - 1
  const isWhole = places <= names.length && sentence !== '%' && !WITHOUT_SENTENCE.includes(code)
  return [{ code, error, sentence: isWhole ? filled(sentence, names) : null }]
}

/** The names of parameters in the arguments of `jsonb_build_object`. */
function namesIn(parameters = ''): readonly string[] {
  return [...parameters.matchAll(/'([a-z_]+)', /g)].map(([, name = '']) => name)
}

/** A sentence with the names of its parameters in their places. */
function filled(sentence: string, names: readonly string[]): string {
  const [first = '', ...others] = sentence.split(/%s?/)
  return first + others.map((part, place) => `{{${names[place]}}}${part}`).join('')
}
