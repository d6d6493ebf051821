import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { ProductPicker } from './product-picker.tsx'
import type { PickedKind } from './products.ts'

/** The common products of one catalogue, for who comes from there. */
export function PickCommonOnes({ kind }: { kind: PickedKind }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { path, title } = CATALOGUES[kind]
  return (
    <div className="max-w-4xl">
      <PageHeader
        title={kind === 'system' ? t('Pick common systems') : t('Pick common AI agents')}
        subtitle={t('Each product that you tick becomes a record, with a description that you can change.')}
      />
      <Card>
        <CardContent className="pt-5">
          <ProductPicker
            kinds={[kind]}
            onDone={() => void navigate(path)}
            aside={
              <Button asChild variant="ghost">
                <Link to={path}>{t('Back to {{list}}', { list: t(title) })}</Link>
              </Button>
            }
          />
        </CardContent>
      </Card>
    </div>
  )
}
