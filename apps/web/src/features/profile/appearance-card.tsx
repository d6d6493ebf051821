import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, useTheme } from '@/lib/theme.ts'
import { Card, CardContent, CardHeader } from '@/ui/card.tsx'
import { ChoiceCards } from '@/ui/choice-cards.tsx'

/** The theme of this browser; it takes effect at once and is kept here, for guests too. */
export function AppearanceCard() {
  const { t } = useTranslation()
  const theme = useTheme()
  return (
    <Card>
      <CardHeader title={t('Appearance')} description={t('Applies to this browser, at once.')} />
      <CardContent>
        <ChoiceCards
          label={t('Theme')}
          value={theme}
          onChange={chooseTheme}
          options={[
            { value: 'light', label: t('Light'), icon: Sun },
            { value: 'dark', label: t('Dark'), icon: Moon },
            { value: 'system', label: t('System'), icon: Monitor },
          ]}
        />
      </CardContent>
    </Card>
  )
}
