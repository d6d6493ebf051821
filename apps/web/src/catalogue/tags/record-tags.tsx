import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { Quietly } from '@/shared/boundary/quietly.tsx'
import { Fact } from '@/ui/display/fact.tsx'

const chips = lazyComponent(
  () => import('./tag-chips.tsx'),
  (code) => code.TagChips,
)

/** The tags of a record among its details; nothing where it has none. */
export function TagsFact({ kind, ids }: { kind: CatalogueKind; ids: readonly string[] }) {
  const { t } = useTranslation()
  if (ids.length === 0) return null
  return (
    <Fact label={t('Tags')} wide>
      {/* Room for a line of them: what stands below does not move when they come. */}
      <div className="min-h-6">
        <Quietly screen="tags">
          <chips.Component kind={kind} ids={ids} />
        </Quietly>
      </div>
    </Fact>
  )
}
