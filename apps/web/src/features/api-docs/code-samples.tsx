import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '@/lib/config.ts'
import { useCopy } from '@/lib/hooks/use-copy.ts'
import { Button } from '@/ui/button/button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { atAddress, type Sample } from './reference.ts'

const LANGUAGES = ['curl', 'JavaScript', 'Python'] as const

/** Examples in three languages, with the address of this installation. The chosen language holds for the whole page. */
export function CodeSamples({ samples, language, onLanguage }: CodeSamplesProps) {
  const titles = [...new Set(samples.map(({ title }) => title))]
  return titles.map((title) => (
    <OneSample
      key={title}
      title={title}
      versions={samples.filter((sample) => sample.title === title)}
      language={language}
      onLanguage={onLanguage}
    />
  ))
}

interface LanguageChoice {
  language: string
  onLanguage: (language: string) => void
}

interface CodeSamplesProps extends LanguageChoice {
  samples: readonly Sample[]
}

interface OneSampleProps extends LanguageChoice {
  title: string
  versions: readonly Sample[]
}

function OneSample({ title, versions, language, onLanguage }: OneSampleProps) {
  const { t } = useTranslation()
  const { url } = useConfig()
  const shown = versions.find(({ label }) => label === language) ?? versions[0]
  if (shown === undefined) return null
  const code = atAddress(shown.source, url)
  return (
    <figure className="mt-4 break-inside-avoid rounded-lg border bg-card">
      <figcaption className="flex flex-wrap items-center justify-between gap-2 border-b px-3 py-2 text-sm">
        <span className="font-medium">{title}</span>
        <span className="flex items-center gap-1 print:hidden">
          {LANGUAGES.map((name) => (
            <Button
              key={name}
              size="sm"
              variant={name === shown.label ? 'secondary' : 'ghost'}
              aria-pressed={name === shown.label}
              aria-label={`${name}: ${title}`}
              onClick={() => onLanguage(name)}
            >
              {name}
            </Button>
          ))}
          <CopyCode code={code} label={`${t('Copy')}: ${title}`} />
        </span>
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the arrow keys.
        tabIndex={0}
        className="overflow-x-auto p-3 font-mono text-xs leading-relaxed print:whitespace-pre-wrap"
      >
        <code>{code}</code>
      </pre>
    </figure>
  )
}

function CopyCode({ code, label }: { code: string; label: string }) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  const Icon = copied === code ? Check : Copy
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={label}
        onClick={() => {
          copy(code, code).catch(() => toast({ variant: 'destructive', title: t('Copy failed') }))
        }}
      >
        <Icon aria-hidden className="size-3.5" />
      </Button>
      <span role="status" className="sr-only">
        {copied === code && t('Copied')}
      </span>
    </>
  )
}
