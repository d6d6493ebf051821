import { ShieldX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'

/** Stands in the place of a card that is not for this user. */
export function AccessDenied({ title, reason }: { title: string; reason: string }) {
  const { t } = useTranslation()
  return (
    <Card>
      <CardHeader title={title} />
      <CardContent className="flex items-start gap-3 text-sm">
        <ShieldX aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted-foreground" />
        <p>
          <span className="block font-medium">{t('Access Denied')}</span>
          <span className="text-muted-foreground">{reason}</span>
        </p>
      </CardContent>
    </Card>
  )
}
