import { MAP_GROUPINGS } from '@cairn/workspace/port/records/record-map'
import type { TFunction } from 'i18next'
import { formatNumber } from '@/lib/text/numbers.ts'
import type { MapAddress } from './map-address.ts'
import { GROUPING_WORDS, LENS_WORDS } from './spot-look.ts'

/** Says what a map shows, for paper and for files: its choices. */
export function mapNotes(address: MapAddress, t: TFunction, language: string): readonly string[] {
  const { record, depth, by, lens } = address
  const note = (label: string, values: string) => t('{{label}}: {{values}}', { label, values })
  return [
    record
      ? note(t('Steps'), formatNumber(depth, language))
      : note(t('Group by'), t(GROUPING_WORDS[by ?? MAP_GROUPINGS[0]])),
    note(t('Color by'), t(LENS_WORDS[lens])),
  ]
}
