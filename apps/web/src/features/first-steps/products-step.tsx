import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { ProductPicker } from './product-picker.tsx'

const KINDS = ['system', 'agent'] as const

/** Which common products the organization uses, or the way to import a list of one's own. */
export function ProductsStep({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <Card>
      <CardHeader
        title={t('What does your organization use?')}
        description={t(
          'Each product that you tick becomes a record, with a description that you can change.',
        )}
        action={
          <Button asChild variant="outline">
            <Link to="/import">{t('I have a list')}</Link>
          </Button>
        }
      />
      <CardContent>
        <ProductPicker
          kinds={KINDS}
          onDone={onDone}
          aside={
            <Button variant="ghost" onClick={onDone}>
              {t('Skip')}
            </Button>
          }
        />
      </CardContent>
    </Card>
  )
}
