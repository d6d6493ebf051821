import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { Fact } from '@/ui/display/fact.tsx'
import { TagChips } from './tag-chips.tsx'

/** The tags of a record among its details; nothing where it has none. */
export function TagsFact({ kind, ids }: { kind: CatalogueKind; ids: readonly string[] }) {
  const { t } = useTranslation()
  if (ids.length === 0) return null
  return (
    <Fact label={t('Tags')} wide>
      {/* Room for a line of them: what stands below does not move when their names come. */}
      <div className="min-h-6">
        <TagChips kind={kind} ids={ids} />
      </div>
    </Fact>
  )
}
