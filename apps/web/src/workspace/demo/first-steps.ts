import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { FirstStepsPart } from '@cairn/workspace/port/records/first-steps'
import { loaded, notSaved } from './answers.ts'
import { DEMO_RECORDS } from './catalogues.ts'

const MOST_COUNTED = 5

/** Guests see how far the examples have come, and hear on adding records that nothing is kept. */
export const demoFirstSteps: FirstStepsPart = {
  progress: () =>
    loaded(() => {
      const systems = DEMO_RECORDS.system()
      return {
        systems: Math.min(systems.length, MOST_COUNTED),
        owned: Math.min(systems.filter(({ ownerId }) => ownerId !== null).length, MOST_COUNTED),
        hasColleague: true,
        hasLink: Object.values(DEMO_RECORDS).some((read) => read().some(({ links }) => links.length > 0)),
      }
    }),
  addRecords: ({ kind }) => notSaved(CATALOGUES[kind].title),
}
