import { join } from 'node:path'
import SwaggerParser from '@apidevtools/swagger-parser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openStage, type Stage } from '../support/stage.ts'
import { openApiOf } from './api/document.ts'
import { factsOf } from './api/facts.ts'

const FILE = join(import.meta.dirname, '..', '..', '..', 'docs', 'use', 'openapi.json')

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const described = async () => openApiOf(await factsOf(stage.admin))

it('docs/use/openapi.json is what the database has; otherwise: npm run openapi', async () => {
  await expect(`${JSON.stringify(await described(), null, 2)}\n`).toMatchFileSnapshot(FILE)
})

it('a validator accepts it as OpenAPI 3.1', async () => {
  await expect(SwaggerParser.validate(FILE)).resolves.toBeDefined()
})

it('every operation has an id of its own', async () => {
  const operations = z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() })))
  const ids = Object.values(operations.parse((await described()).paths)).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted())
})

it('a column that is added is in it', async () => {
  await stage.admin.unsafe(`
    alter table public.tags add column floor text;
    comment on column public.tags.floor is 'On which floor it is used.';
    grant insert (floor) on public.tags to authenticated`)
  const { components } = await described()
  expect(components.schemas).toMatchObject({
    Tag: {
      properties: { floor: { type: ['string', 'null'], description: 'On which floor it is used.' } },
    },
    TagNew: { properties: { floor: {} } },
  })
})
