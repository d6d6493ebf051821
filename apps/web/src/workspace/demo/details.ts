import { phrase } from '@cairn/workspace/lib/phrase'
import type { DetailsPart } from '@cairn/workspace/port/records/details'
import { notSaved } from './answers.ts'

export const demoDetails: DetailsPart = {
  preview: () => notSaved(phrase('Fields')),
  makeField: () => notSaved(phrase('Fields')),
}
