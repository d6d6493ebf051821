import type { RecordLink } from '@cairn/workspace/port/records/links'
import { useTranslation } from 'react-i18next'
import { linkLine } from './link-text.ts'

/** Links line by line, where two states of them are compared. */
export function LinkLines({ links }: { links: readonly RecordLink[] }) {
  const { t } = useTranslation()
  return links.map((link) => linkLine(link, t)).join('\n')
}
