import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, useTheme } from '@/lib/browser/theme.ts'
import { LanguageSelect } from '@/shared/language-select.tsx'
import { ChoiceCards } from '@/ui/form/choice-cards.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'

/** Theme and language of this browser; they take effect at once and are kept here, for guests too. */
export function AppearanceCard() {
  const { t } = useTranslation()
  const theme = useTheme()
  return (
    <Card>
      <CardHeader title={t('Appearance')} description={t('Applies to this browser immediately.')} />
      <CardContent className="flex flex-col gap-5">
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
        <Field label={t('Language')} className="max-w-md">
          <LanguageSelect />
        </Field>
      </CardContent>
    </Card>
  )
}
