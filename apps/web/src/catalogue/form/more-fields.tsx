import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { PressBoundary } from '@/shared/boundary/press-boundary.tsx'

const fields = lazyComponent(
  () => import('./more-fields-content.tsx'),
  (code) => code.MoreFieldsContent,
)

export interface MoreFieldsProps {
  kind: CatalogueKind
  /** The record is still to be created. */
  isNew: boolean
}

/** What a record may have beyond the short form: values of fields, and links. Loaded with the first form. */
export function MoreFields(props: MoreFieldsProps) {
  return (
    <PressBoundary open onMissing={() => undefined}>
      <fields.Component {...props} />
    </PressBoundary>
  )
}
