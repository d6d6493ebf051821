import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { Quietly } from '@/shared/boundary/quietly.tsx'

const cell = lazyComponent(
  () => import('./tag-cell.tsx'),
  (code) => code.TagCell,
)

/** The tags of a record in a list. */
export function TagsCell({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <Quietly screen="tags">
      <cell.Component ids={ids} />
    </Quietly>
  )
}
