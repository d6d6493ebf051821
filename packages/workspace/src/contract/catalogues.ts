import { expect } from 'vitest'
import { catalogueContract } from './catalogue-contract.ts'
import { anyOf, newSolution, newSystem, ownFields, SOLUTION, SYSTEM } from './examples.ts'
import type { ContractOptions } from './options.ts'

const maybeDate = (value: Date | null) => (value === null ? null : expect.any(Date))

/** The catalogues, and how each differs from the others. */
export function catalogueContracts(options: ContractOptions): void {
  catalogueContract(options, {
    things: 'Systems',
    numbers: {
      order: 'SYS-11',
      fields: 'DATA-22, 23, 24',
      writes: 'SYS-18',
      guests: 'GUEST-14, GAP-08',
    },
    part: ({ systems }) => systems,
    order: 'by name',
    fields: () => anyOf(ownFields(SYSTEM)),
    create: newSystem,
    atFirst: { status: 'active' },
    change: (input) => ({
      ...newSystem(input),
      details: { vendor: 'Example', seats: 12, regions: ['north'] },
      status: 'maintenance' as const,
    }),
  })

  catalogueContract(options, {
    things: 'Solutions',
    numbers: {
      order: 'SOL-09, CALL-16',
      fields: 'DATA-27, 28, 29',
      writes: 'SOL-26, CALL-35, 36, 37',
      guests: 'GUEST-14, GAP-08',
    },
    part: ({ solutions }) => solutions,
    order: 'by name',
    fields: () => anyOf(ownFields(SOLUTION)),
    create: newSolution,
    atFirst: { status: 'active' },
    change: (input) => ({
      ...newSolution(input),
      useCases: ['Pay'],
      users: [],
      status: 'development' as const,
    }),
  })

  catalogueContract(options, {
    things: 'Agents',
    numbers: {
      order: 'AGT-07, CALL-17',
      fields: 'DATA-30, 31',
      writes: 'AGT-10, GAP-11, CALL-38',
      guests: 'GUEST-14, GAP-08',
    },
    part: ({ agents }) => agents,
    order: 'newest first',
    fields: ({ lastUsed }) => ({
      platform: expect.any(String),
      lastUsed: maybeDate(lastUsed),
    }),
    create: (input) => ({ ...input, platform: 'OpenAI', status: 'training' }),
    atFirst: { lastUsed: null, updatedBy: expect.any(String) },
    change: (input) => ({ ...input, platform: 'Anthropic', status: 'active' }),
  })

  catalogueContract(options, {
    things: 'Automations',
    numbers: {
      order: 'AUTO-08, CALL-18',
      fields: 'DATA-32, 33',
      writes: 'AUTO-13, GAP-11, CALL-39',
      guests: 'GUEST-14, GAP-08',
    },
    part: ({ automations }) => automations,
    order: 'newest first',
    fields: ({ lastRun }) => ({
      source: expect.any(String),
      webhookUrl: expect.any(String),
      lastRun: maybeDate(lastRun),
    }),
    create: (input) => ({ ...input, source: 'Zapier', webhookUrl: 'https://hooks.example/1' }),
    atFirst: { status: 'inactive', lastRun: null },
    change: (input) => ({ ...input, source: 'Make.com', webhookUrl: '', status: 'active' }),
  })
}
