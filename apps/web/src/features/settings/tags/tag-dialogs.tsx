import type { CountedTag } from '@cairn/workspace/port/records/tags'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { Field } from '@/ui/form/field.tsx'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import { coloredOptions } from '@/ui/picker/colored-options.tsx'
import { useDeleteTag, useMergeTag } from './use-tag-changes.ts'

interface MergeTagProps {
  tag: CountedTag
  tags: readonly CountedTag[]
  onClose: () => void
}

/** Asks which tag takes the place of another one. */
export function MergeTag({ tag, tags, onClose }: MergeTagProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string | null>(null)
  const { save, isSaving } = useMergeTag(onClose)
  const into = tags.find(({ id }) => id === chosen)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Merge the tag {{tag}}?', { tag: tag.name })}
      description={`${recordsText(tag, t)} ${t('Records get the other tag instead, and this one is deleted.')}`}
      confirmLabel={t('Merge')}
      disabledReason={into ? null : t('Choose a tag first.')}
      pending={isSaving}
      onConfirm={() => into && save({ tag, into })}
    >
      <Field label={t('Merge into')}>
        <ChoiceButton
          listLabel={t('Tags')}
          options={coloredOptions(tags.filter(({ id }) => id !== tag.id))}
          value={chosen}
          placeholder={t('Choose a tag')}
          onChange={setChosen}
          emptyText={t('There is no other tag.')}
        />
      </Field>
    </ConfirmDialog>
  )
}

/** Asks before a tag is deleted. */
export function DeleteTag({ tag, onClose }: Omit<MergeTagProps, 'tags'>) {
  const { t } = useTranslation()
  const { save, isSaving } = useDeleteTag(onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete the tag {{tag}}?', { tag: tag.name })}
      description={`${recordsText(tag, t)} ${t('They stay, without this tag. This cannot be undone.')}`}
      confirmLabel={t('Delete')}
      destructive
      pending={isSaving}
      onConfirm={() => save(tag)}
    />
  )
}

/** How many records have a tag, in a sentence. */
function recordsText({ records }: CountedTag, t: TFunction): string {
  const count = Object.values(records).reduce((sum, number) => sum + number, 0)
  return t('{{count}} records have this tag.', { count, defaultValue_one: '{{count}} record has this tag.' })
}
