/** Stand for ids of the reader's own. */
export const SOME_ID = '0f8fad5b-d9cb-469f-a165-70867728950e'
export const OTHER_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

/** A request that can be sent as it stands, once address and token are filled in. */
export interface Sample {
  title: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path below the API's root, with its query as people write it. */
  path: string
  headers?: Readonly<Record<string, string>>
  body?: unknown
  /** The beginning of its Idempotency-Key; the time makes the key unique for each run. */
  once?: string
}

/** The placeholders that a reader replaces. */
export const ADDRESS = 'https://cairn.example'
const TOKEN = 'YOUR_TOKEN'

const urlOf = ({ path }: Sample) => `${ADDRESS}/rest/v1${path.replaceAll(' ', '%20')}`

function headersOf({ headers, body }: Sample): [string, string][] {
  return [
    ['Authorization', `Bearer ${TOKEN}`],
    ...(body === undefined ? [] : [['Content-Type', 'application/json'] satisfies [string, string]]),
    ...Object.entries(headers ?? {}),
  ]
}

/** Writes the sample for a shell: in single quotes, which no sample contains. */
function curl(sample: Sample): string {
  const { method, body, once } = sample
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${urlOf(sample)}'`,
    ...headersOf(sample).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(once === undefined ? [] : [`-H "Idempotency-Key: ${once}-$(date +%s)"`]),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ')
}

function javascript(sample: Sample): string {
  const { method, body, once } = sample
  const text = (value: string) => `'${value}'`
  const headers = headersOf(sample).map(([name, value]) => `    ${text(name)}: ${text(value)},`)
  return [
    `const answer = await fetch(${text(urlOf(sample))}, {`,
    ...(method === 'GET' ? [] : [`  method: ${text(method)},`]),
    '  headers: {',
    ...headers,
    ...(once === undefined ? [] : ["    'Idempotency-Key': crypto.randomUUID(),"]),
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body)}),`]),
    '})',
    'if (!answer.ok) throw new Error(await answer.text())',
    'console.log(await answer.text())',
  ].join('\n')
}

const indented = (body: unknown) => JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')

function python(sample: Sample): string {
  const { method, body, once } = sample
  const headers = headersOf(sample).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  )
  return [
    ...(body === undefined ? [] : ['import json']),
    'import urllib.request',
    ...(once === undefined ? [] : ['import uuid']),
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(urlOf(sample))},`,
    ...(method === 'GET' ? [] : [`    method=${JSON.stringify(method)},`]),
    '    headers={',
    ...headers,
    ...(once === undefined ? [] : ['        "Idempotency-Key": str(uuid.uuid4()),']),
    '    },',
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonOf(body)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    '    print(answer.read().decode())',
  ].join('\n')
}

/** A value as Python writes it. */
function pythonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, of]) => `${JSON.stringify(key)}: ${pythonOf(of)}`)
      .join(', ')}}`
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value === null ? 'None' : JSON.stringify(value)
}

/** A sample in three languages, as other tools read it (`x-codeSamples`), with its title as an extension. */
export function inThreeLanguages(sample: Sample) {
  return [
    { lang: 'Shell', label: 'curl', source: curl(sample) },
    { lang: 'JavaScript', label: 'JavaScript', source: javascript(sample) },
    { lang: 'Python', label: 'Python', source: python(sample) },
  ].map((code) => ({ 'x-title': sample.title, ...code }))
}
