import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { ErrorBoundary } from '@/shared/boundary/error-boundary.tsx'
import { Fact } from '@/ui/display/fact.tsx'

const chips = lazyComponent(
  () => import('./tag-chips.tsx'),
  (code) => code.TagChips,
)
const cell = lazyComponent(
  () => import('./tag-chips.tsx'),
  (code) => code.TagCell,
)

/** The tags of a record among its details; nothing where it has none. */
export function TagsFact({ kind, ids }: { kind: CatalogueKind; ids: readonly string[] }) {
  const { t } = useTranslation()
  if (ids.length === 0) return null
  return (
    <Fact label={t('Tags')} wide>
      <Quietly>
        <chips.Component kind={kind} ids={ids} />
      </Quietly>
    </Fact>
  )
}

/** The tags of a record in a list. */
export function TagsCell({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <Quietly>
      <cell.Component ids={ids} />
    </Quietly>
  )
}

/** What is not there yet, or whose code is missing, leaves its place empty. */
function Quietly({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary screen="tags" fallback={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}
