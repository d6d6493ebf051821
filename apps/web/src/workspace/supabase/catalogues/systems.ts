import { phrase } from '@cairn/workspace/lib/phrase'
import type { NewSystem, SystemChange, SystemsPart } from '@cairn/workspace/port/records/systems'
import { z } from 'zod/mini'
import type { FindCaller } from '../account/membership.ts'
import type { Connect } from '../client/client.ts'
import {
  columnsOf,
  detailsColumn,
  detailsField,
  newDetailsColumn,
  recordFields,
  recordOf,
} from '../rows/records.ts'
import { createCatalogue } from './catalogue.ts'

const systemRow = z.object({ ...recordFields, details: detailsField })

/** The account's systems. */
export function createSystems(connect: Connect, findCaller: FindCaller): SystemsPart {
  return createCatalogue(connect, findCaller, {
    kind: 'system',
    row: systemRow,
    itemOf: ({ details, ...row }) => ({ ...recordOf(row), details: details ?? {} }),
    added: ({ details, ...input }: NewSystem) => ({
      ...columnsOf(input),
      ...newDetailsColumn(details),
      status: 'active',
    }),
    changed: ({ details, status, ...input }: SystemChange) => ({
      ...columnsOf(input),
      ...detailsColumn(details),
      status,
    }),
    nameTaken: phrase('A system with this name already exists.'),
  })
}
