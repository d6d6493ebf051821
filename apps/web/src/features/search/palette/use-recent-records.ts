import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { KINDS } from '@/catalogue/kinds.ts'
import { useOpenedRecord } from '@/catalogue/opened-record.ts'
import { recordPath } from '@/catalogue/record-path.ts'
import { recentRecords } from '@/lib/browser/recent-records.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { catalogueQueries } from '@/queries/records/catalogue.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import type { Entry } from './entries.ts'

const SHOWN = 5

/** The records that the user opened last, but for the one on the screen and for those that are gone. */
export function useRecentRecords(): readonly Entry[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const workspace = useWorkspace()
  const isOn = useIsFeatureOn()
  const { personId } = useMe()
  const here = useOpenedRecord()?.record.id
  const [recent] = useState(() => recentRecords(personId))
  const groups = CATALOGUE_KINDS.filter((kind) => isOn(CATALOGUES[kind].feature)).map((kind) => ({
    kind,
    ids: recent.filter((one) => one.kind === kind).map(({ id }) => id),
  }))
  const found = useQueries({
    queries: groups.map(({ kind, ids }) => ({
      ...catalogueQueries<CatalogueRecord>(kind, workspace[CATALOGUES[kind].table]).byIds(ids),
      enabled: ids.length > 0,
    })),
  })
  return recent
    .flatMap((one) => {
      const place = groups.findIndex(({ kind }) => kind === one.kind)
      const kind = groups[place]?.kind
      // Until it is known what has become of it, it has the name that it had.
      const known = found[place]?.data
      const record = known === undefined ? one : known.find(({ id }) => id === one.id)
      if (kind === undefined || record === undefined || one.id === here) return []
      return {
        id: `recent-${one.id}`,
        label: record.name,
        icon: KINDS[kind].icon,
        detail: t(CATALOGUES[kind].one),
        run: () => void navigate(recordPath({ kind, id: one.id })),
      }
    })
    .slice(0, SHOWN)
}
