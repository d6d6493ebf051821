import { median, type Sample } from './samples.ts'

/** Smaller differences come from one run to the next by themselves. */
const SAID_FROM = 0.05

/** The change of a figure: by how much, and whether it is more than chance. */
export interface Change {
  /** 0.1 is a tenth more. */
  by: number
  isSaid: boolean
}

/** Compares a figure in rounds, each with both: what else the machine does hits the two of a round alike. */
export function changeOf(rounds: readonly { before: number; after: number }[]): Change {
  const by = median(rounds.map(({ before, after }) => after / before)) - 1
  return { by, isSaid: Math.abs(by) > SAID_FROM }
}

/** The share of a request that the bare database needs too. */
export const ratioOf = (server: Sample, bare: Sample): number =>
  (bare.client + bare.postgres) / (server.server + server.postgres)

/** `+12%`, and a mark where it is more than chance. */
export const writtenChange = ({ by, isSaid }: Change): string =>
  `${by < 0 ? '−' : '+'}${Math.abs(by * 100).toFixed(0)}%${isSaid ? (by < 0 ? ', LESS' : ', MORE') : ''}`
