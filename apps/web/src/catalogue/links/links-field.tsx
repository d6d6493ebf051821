import { asPhrase } from '@cairn/workspace/lib/phrase'
import { LINK_PURPOSES } from '@cairn/workspace/port/records/link-purposes'
import { MAX_LINKS, PURPOSE_NAMES, type RecordLink } from '@cairn/workspace/port/records/links'
import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { type UseFormRegister, useFieldArray, useFormContext } from 'react-hook-form'
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
  const { control, formState, register } = useFormContext<WithLinks>()
  const { fields: links, append, remove } = useFieldArray({ name: 'links', control })
  const add = useRef<HTMLButtonElement>(null)
  const faults = formState.errors.links
  const isFull = links.length >= MAX_LINKS
  const removeLink = (index: number) => {
    remove(index)
    add.current?.focus()
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t('Links')}</legend>
      {links.length > 0 && (
        <ul className="flex flex-col gap-3">
          {links.map(({ id }, index) => (
            <Line
              key={id}
              index={index}
              register={register}
              problem={faults?.[index]?.url?.message ?? faults?.[index]?.title?.message}
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
          onClick={() => append({ purpose: 'docs', title: '', url: '' })}
        >
          <Plus aria-hidden className="size-4" />
          {t('Add a link')}
        </Button>
      </div>
    </fieldset>
  )
}

interface LineProps {
  /** Its place. */
  index: number
  register: UseFormRegister<WithLinks>
  problem: string | undefined
  onRemove: () => void
}

function Line({ index, register, problem, onRemove }: LineProps) {
  const { t } = useTranslation()
  const id = useId()
  const number = index + 1
  return (
    <li className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(7.5rem,1fr)_2fr] gap-1.5">
        <Select
          aria-label={t('Purpose of link {{number}}', { number })}
          {...register(`links.${index}.purpose`)}
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
          {...register(`links.${index}.title`)}
        />
        <Input
          aria-label={t('Address of link {{number}}', { number })}
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          className="col-span-2"
          {...register(`links.${index}.url`)}
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
