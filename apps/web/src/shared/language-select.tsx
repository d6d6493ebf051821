import { isLanguage, LANGUAGES, nameOfLanguage } from '@cairn/workspace/languages/languages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '@/i18n/choice.ts'
import { useChooseLanguage } from '@/session/use-choose-language.ts'
import { Select } from '@/ui/form/select.tsx'
import { handleMissingFile } from './boundary/missing-file.tsx'

interface LanguageSelectProps {
  className?: string
  id?: string
  'aria-label'?: string
}

/** The choice of a language; the page speaks it at once. Each is named in its own words. */
export function LanguageSelect(props: LanguageSelectProps) {
  const { t } = useTranslation()
  const chooseLanguage = useChooseLanguage()
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = async (value: string) => {
    if (!isLanguage(value)) return
    setChosen(value)
    await chooseLanguage(value).catch(() => handleMissingFile(t))
    setChosen(null)
  }
  return (
    <Select
      {...props}
      autoComplete="language"
      value={chosen ?? currentLanguage()}
      onChange={(event) => void choose(event.target.value)}
    >
      {LANGUAGES.map((language) => (
        <option key={language} value={language} lang={language}>
          {nameOfLanguage(language)}
        </option>
      ))}
    </Select>
  )
}
