import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { TagChips } from '../tags/tag-chips.tsx'
import { TagsBox } from '../tags/tags-box.tsx'
import { useTagName } from '../tags/use-tags.ts'
import { type Editing, namedValue } from './editing.ts'
import {
  DoneButton,
  endsOnModEnter,
  type FloatingEditor,
  FloatingValue,
  useLeaving,
} from './floating-value.tsx'
import { PropertyRow } from './property.tsx'

interface TagsPropertyProps<Item> {
  kind: CatalogueKind
  record: Item
  editing: Editing<Item>
  startsOpen: boolean
  onGiveUp: () => void
}

/** The tags of a record: found, made and taken away in one box. */
export function TagsProperty<Item extends CatalogueRecord>(props: TagsPropertyProps<Item>) {
  const { kind, record, editing, startsOpen, onGiveUp } = props
  const { t } = useTranslation()
  const tagName = useTagName()
  const label = t('Tags')
  const names = (ids: readonly string[]) => ids.map(tagName).join(', ')
  const save = (tags: readonly string[]) =>
    editing?.save(namedValue('tags', label, names), tags, names(tags)) ?? Promise.resolve(null)
  return (
    <PropertyRow label={label}>
      <FloatingValue
        label={label}
        startsOpen={startsOpen}
        onGiveUp={onGiveUp}
        editor={editing && ((editor) => <TagsEditor tags={record.tags} save={save} editor={editor} />)}
      >
        {/* Room for a line of them: what stands below does not move when their names come. */}
        <div className="min-h-5">
          <TagChips kind={kind} ids={record.tags} />
        </div>
      </FloatingValue>
    </PropertyRow>
  )
}

interface TagsEditorProps {
  tags: readonly string[]
  save: (tags: readonly string[]) => Promise<string | null>
  editor: FloatingEditor
}

function TagsEditor({ tags, save, editor }: TagsEditorProps) {
  const { t } = useTranslation()
  const [value, setValue] = useState(tags)
  const done = () => editor.end(save(value))
  useLeaving(editor, () => save(value))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears a key of the box inside
    <div className="flex min-h-0 flex-col" onKeyDown={endsOnModEnter(done)}>
      <div className="min-h-0 overflow-y-auto p-2">
        <Field label={t('Tags')} bare>
          <TagsBox value={value} onChange={setValue} />
        </Field>
      </div>
      <DoneButton onDone={done} />
    </div>
  )
}
