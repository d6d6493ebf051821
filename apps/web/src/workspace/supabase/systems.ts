import { z } from 'zod/mini'
import { phrase } from '../../lib/phrase.ts'
import type { NewSystem, SystemChange, SystemsPart } from '../port/systems.ts'
import { createCatalogue } from './catalogue.ts'
import type { Connect } from './client.ts'
import type { FindCaller } from './membership.ts'
import { columnsOf, detailsField, recordFields, recordOf } from './records.ts'

const systemRow = z.object({ ...recordFields, details: detailsField })

/** The account's systems. */
export function createSystems(connect: Connect, findCaller: FindCaller): SystemsPart {
  return createCatalogue(connect, findCaller, {
    kind: 'system',
    row: systemRow,
    itemOf: ({ details, ...row }) => ({ ...recordOf(row), details: details ?? {} }),
    added: (input: NewSystem) => ({ ...systemColumns(input), status: 'active' }),
    changed: ({ status, ...input }: SystemChange) => ({ ...systemColumns(input), status }),
    nameTaken: phrase('A system with this name already exists.'),
  })
}

function systemColumns(input: NewSystem) {
  return columnsOf(input)
}
