import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { PressBoundary } from '@/shared/boundary/press-boundary.tsx'
import type { MoreFieldsProps } from './more-fields-content.tsx'

const fields = lazyComponent(
  () => import('./more-fields-content.tsx'),
  (code) => code.MoreFieldsContent,
)

/** What a record may have beyond the short form: values of fields, and links. Loaded with the first form. */
export function MoreFields(props: MoreFieldsProps) {
  return (
    <PressBoundary open onMissing={() => undefined}>
      <fields.Component {...props} />
    </PressBoundary>
  )
}
