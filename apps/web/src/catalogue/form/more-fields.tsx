import { useTranslation } from 'react-i18next'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { PressBoundary } from '@/shared/boundary/press-boundary.tsx'
import { Button } from '@/ui/button/button.tsx'
import type { MoreFieldsProps } from './more-fields-content.tsx'

const fields = lazyComponent(
  () => import('./more-fields-content.tsx'),
  (code) => code.MoreFieldsContent,
)

/** The parts of a record beyond the short form: values of fields, and links. Loaded with the first form. */
export function MoreFields(props: MoreFieldsProps) {
  return (
    <PressBoundary open fallback={<RoomForMore />} onMissing={() => undefined}>
      <fields.Component {...props} />
    </PressBoundary>
  )
}

/**
 * Takes the height that the fields of most forms have, a button: a button of the dialog that moves while it is pressed
 * would miss the click.
 */
function RoomForMore() {
  const { t } = useTranslation()
  return (
    <div className="invisible">
      <Button size="sm">{t('More')}</Button>
    </div>
  )
}
