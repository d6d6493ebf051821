import { COMPONENTS } from './components.ts'
import type { Facts } from './facts.ts'
import { GUIDE } from './guide.ts'
import { changeSchema, newSchema, rowSchema, rulesOf } from './json-schema.ts'
import { procedurePath, tablePath } from './operations.ts'
import { PROCEDURES } from './procedures.ts'
import { RESOURCES, type Resource } from './resources.ts'
import { ADDRESS } from './sample.ts'

/**
 * The public API in OpenAPI 3.1: comments, types, rights and checks of the database, beside the words and examples of this
 * folder. `x-guide` holds the chapters before the resources, `x-codeSamples` each example in three languages.
 * Source: https://spec.openapis.org/oas/v3.1.1.html
 */
export function openApiOf(facts: Facts) {
  const known = RESOURCES.flatMap((resource) => {
    const table = facts.tables.get(resource.table)
    const checks = facts.checks.filter((check) => check.table === resource.table)
    return table === undefined ? [] : [{ resource, table, checks }]
  })
  const called = PROCEDURES.flatMap((procedure) => {
    const routine = facts.routines.get(procedure.name)
    return routine === undefined ? [] : [{ procedure, routine }]
  })
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cairn API',
      version: '1',
      summary: 'The register of an organisation’s systems, automations, AI agents and solutions.',
      description: GUIDE.map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n')).join(
        '\n\n',
      ),
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '{address}/rest/v1', variables: { address: { default: ADDRESS } } }],
    security: [{ token: [] }],
    tags: [
      ...known.map(({ resource, checks }) => ({
        name: resource.title,
        description: aboutOf(resource, rulesOf(checks)),
      })),
      { name: 'Procedures', description: 'Calls of the database: POST with the arguments as a JSON object.' },
    ],
    paths: Object.fromEntries([
      ...known.map(({ resource, table }) => [`/${resource.table}`, tablePath(resource, table)]),
      ...called.map(({ procedure, routine }) => [
        `/rpc/${procedure.name}`,
        procedurePath(procedure, routine, facts.scopes.get(procedure.name) ?? ''),
      ]),
    ]),
    components: {
      ...COMPONENTS,
      schemas: {
        ...COMPONENTS.schemas,
        ...Object.fromEntries(
          known.flatMap(({ resource: { schema, needs, writes = [] }, table, checks }) => [
            [schema, rowSchema(table, checks)],
            ...(writes.includes('POST') ? [[`${schema}New`, newSchema(table, checks, needs)]] : []),
            ...(writes.includes('PATCH') ? [[`${schema}Change`, changeSchema(table, checks)]] : []),
          ]),
        ),
      },
    },
    'x-guide': GUIDE,
  }
}

const aboutOf = ({ about }: Resource, rules: readonly string[]) => [about, ...rules].join(' ')
