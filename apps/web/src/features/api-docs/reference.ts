import { z } from 'zod/mini'

const sample = z.pipe(
  z.object({ 'x-title': z.string(), label: z.string(), source: z.string() }),
  z.transform(({ 'x-title': title, label, source }) => ({ title, label, source })),
)
export type Sample = z.output<typeof sample>

const schema = z.looseObject({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  format: z.optional(z.string()),
  description: z.optional(z.string()),
  enum: z.optional(z.array(z.nullable(z.string()))),
  maxLength: z.optional(z.number()),
  readOnly: z.optional(z.boolean()),
})
export type FieldSchema = z.infer<typeof schema>

const objectSchema = z.object({
  description: z.optional(z.string()),
  properties: z.catch(z.record(z.string(), schema), {}),
  required: z.catch(z.array(z.string()), []),
})

const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  requestBody: z.optional(
    z.object({ content: z.object({ 'application/json': z.object({ schema: z.looseObject({}) }) }) }),
  ),
  'x-codeSamples': z.array(sample),
})

const reference = z.object({
  info: z.object({ title: z.string(), summary: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    schemas: z.record(z.string(), objectSchema),
  }),
  'x-guide': z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      paragraphs: z.array(z.string()),
      codeSamples: z.array(sample),
    }),
  ),
})

/** A request of the API: the parts that the page shows. */
export interface Operation {
  id: string
  method: string
  path: string
  summary: string
  description: string
  /** The parameters of a procedure, with the required ones. */
  takes: readonly Field[]
  samples: readonly Sample[]
}

export interface Field {
  name: string
  schema: FieldSchema
  isNeeded: boolean
}

/** The content under a heading: a table of the API, or all procedures. */
export interface Resource {
  id: string
  title: string
  description: string
  fields: readonly Field[]
  operations: readonly Operation[]
}

export interface Chapter {
  id: string
  title: string
  paragraphs: readonly string[]
  samples: readonly Sample[]
}

export interface Reference {
  title: string
  summary: string
  chapters: readonly Chapter[]
  resources: readonly Resource[]
}

/** The path of the reference's file in the build. */
export const OPENAPI_PATH = '/docs/api/openapi.json'

/** Reads the file of the reference. Throws where there is none. */
export async function loadReference(): Promise<Reference> {
  const answer = await fetch(OPENAPI_PATH)
  if (!answer.ok) throw new Error(`The reference answers ${answer.status}.`)
  return referenceOf(await answer.json())
}

/** Reads the parts of our OpenAPI file that the page shows. */
function referenceOf(file: unknown): Reference {
  const { info, tags, paths, components, 'x-guide': guide } = reference.parse(file)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => ({ path, method, found })),
  )
  return {
    title: info.title,
    summary: info.summary,
    chapters: guide.map(({ codeSamples, ...chapter }) => ({ ...chapter, samples: codeSamples })),
    resources: tags.map(({ name, description }) => {
      const own = operations.filter(({ found }) => found.tags.includes(name))
      const table = own[0]?.path.slice(1) ?? ''
      const row = rowNameOf(file, own[0]?.path ?? '')
      return {
        id: name === 'Procedures' ? 'procedures' : table,
        title: name,
        description,
        fields: fieldsOf(components.schemas[row ?? '']),
        operations: own.map(({ path, method, found }) => ({
          id: found.operationId,
          method: method.toUpperCase(),
          path,
          summary: found.summary,
          description: found.description,
          takes: path.startsWith('/rpc/')
            ? fieldsOf(objectSchema.parse(found.requestBody?.content['application/json'].schema))
            : [],
          samples: found['x-codeSamples'],
        })),
      }
    }),
  }
}

const listOf = z.object({
  paths: z.record(
    z.string(),
    z.object({
      get: z.optional(
        z.object({
          responses: z.object({
            200: z.object({
              content: z.object({
                'application/json': z.object({ schema: z.object({ items: z.object({ $ref: z.string() }) }) }),
              }),
            }),
          }),
        }),
      ),
    }),
  ),
})

/** Returns the name of the schema of the rows that a list of this path returns. */
function rowNameOf(file: unknown, path: string): string | null {
  const list = listOf.safeParse(file)
  const found = list.success ? list.data.paths[path]?.get : undefined
  return found?.responses[200].content['application/json'].schema.items.$ref.split('/').at(-1) ?? null
}

function fieldsOf(object: z.infer<typeof objectSchema> | undefined): Field[] {
  return Object.entries(object?.properties ?? {}).map(([name, found]) => ({
    name,
    schema: found,
    isNeeded: object?.required.includes(name) ?? false,
  }))
}

/** Writes a type for readers: text or null, list of text. */
export function typeName({ type, format }: FieldSchema): string {
  const names = [type ?? 'any JSON'].flat()
  return names.map((name) => (name === 'string' && format !== undefined ? format : name)).join(' or ')
}

/** Replaces the address in an example by the one of this installation. */
export function atAddress(source: string, address: string): string {
  return source.replaceAll('https://cairn.example', address)
}
