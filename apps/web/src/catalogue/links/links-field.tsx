import { asPhrase } from '@cairn/workspace/lib/phrase'
import { LINK_PURPOSES } from '@cairn/workspace/port/records/link-purposes'
import { MAX_LINKS, PURPOSE_NAMES, type RecordLink } from '@cairn/workspace/port/records/links'
import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'

interface WithLinks {
  links: readonly RecordLink[]
}

/** The links of a record, inside of a `FormProvider`: purpose, title and address a line. */
export function LinksField() {
  const { t } = useTranslation()
  const { control, formState } = useFormContext<WithLinks>()
  const { field } = useController({ name: 'links', control })
  const links = field.value
  const group = useRef<HTMLFieldSetElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const faults = formState.errors.links
  const isFull = links.length >= MAX_LINKS
  const inLast = (selector: string) => group.current?.querySelector<HTMLElement>(`li:last-child ${selector}`)

  const addLink = () => {
    field.onChange([...links, { purpose: 'docs', title: '', url: '' }])
    requestAnimationFrame(() => inLast('select')?.focus())
  }
  const removeLink = (index: number) => {
    field.onChange(links.filter((_, place) => place !== index))
    add.current?.focus()
  }
  const focusFault = () => group.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  return (
    <fieldset
      ref={(element) => {
        group.current = element
        field.ref(element && { focus: focusFault })
      }}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-2 font-medium text-sm">
        {t('Links')}
        <span className="font-normal text-muted-foreground text-xs">{t('Optional')}</span>
      </legend>
      {links.length > 0 && (
        <ul className="flex flex-col gap-3">
          {links.map((link, index) => (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and their inputs hold no state.
              key={index}
              link={link}
              number={index + 1}
              problem={faults?.[index]?.url?.message ?? faults?.[index]?.title?.message}
              onChange={(changed) =>
                field.onChange(links.map((other, place) => (place === index ? changed : other)))
              }
              onRemove={() => removeLink(index)}
            />
          ))}
        </ul>
      )}
      <div>
        <Button
          ref={add}
          variant="outline"
          size="sm"
          disabledReason={isFull ? t('A record has at most 20 links.') : null}
          onClick={addLink}
        >
          <Plus aria-hidden className="size-4" />
          {t('Add a link')}
        </Button>
      </div>
    </fieldset>
  )
}

interface LineProps {
  link: RecordLink
  /** Its place, from 1. */
  number: number
  problem: string | undefined
  onChange: (link: RecordLink) => void
  onRemove: () => void
}

function Line({ link, number, problem, onChange, onRemove }: LineProps) {
  const { t } = useTranslation()
  const id = useId()
  const purpose = (value: string) => LINK_PURPOSES.find((known) => known === value) ?? 'other'
  return (
    <li className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(7.5rem,1fr)_2fr] gap-1.5">
        <Select
          aria-label={t('Purpose of link {{number}}', { number })}
          value={link.purpose}
          onChange={({ target }) => onChange({ ...link, purpose: purpose(target.value) })}
        >
          {LINK_PURPOSES.map((known) => (
            <option key={known} value={known}>
              {t(PURPOSE_NAMES[known])}
            </option>
          ))}
        </Select>
        <Input
          aria-label={t('Title of link {{number}}', { number })}
          placeholder={t('Title (optional)')}
          autoComplete="off"
          maxLength={120}
          value={link.title}
          onChange={({ target }) => onChange({ ...link, title: target.value })}
        />
        <Input
          aria-label={t('Address of link {{number}}', { number })}
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          className="col-span-2"
          value={link.url}
          onChange={({ target }) => onChange({ ...link, url: target.value })}
          {...(problem && { 'aria-invalid': true, 'aria-describedby': id })}
        />
        <p id={id} role="alert" className="col-span-2 text-destructive-foreground text-xs empty:hidden">
          {problem && t(asPhrase(problem))}
        </p>
      </div>
      <IconButton icon={X} label={t('Remove link {{number}}', { number })} onClick={onRemove} />
    </li>
  )
}
