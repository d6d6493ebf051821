import { useMemo, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import type { Sort } from '@/ui/data-table/types.ts'

const openedHere = z.object({ openedHere: z.literal(true) })

const viewShown = z.object({ viewShown: z.literal(true) })
/** The state of a navigation with which a view takes the place of the list. */
export const SHOWS_VIEW = { viewShown: true } as const

/** The record whose details are open: `/systems?id=…`. Going back closes them. */
export function useOpenRecordId() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  return {
    openId: params.get('id'),
    /** Earlier addresses of the page of a record said so: `/systems?id=…&view=page`. */
    isPage: params.get('view') === 'page',
    open(id: string) {
      // From one record to another: Back still leads to the list.
      if (addressNow().get('id')) setParams(withParameter(addressNow(), 'id', id), { replace: true, state })
      else setParams(withParameter(addressNow(), 'id', id), { state: { openedHere: true } })
    },
    close() {
      if (openedHere.safeParse(state).success) void navigate(-1)
      else setParams(withParameter(addressNow(), 'id', ''), { replace: true })
    },
  }
}

/**
 * The text of the filter box, kept in the address as `q`. What is being typed leads and the address follows; only a
 * navigation from elsewhere (a link, going back, a view) changes the text.
 */
export function useFilterText(): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams()
  const { key, state } = useLocation()
  const isTyping = useNavigationType() === 'REPLACE' && !viewShown.safeParse(state).success
  const inAddress = params.get('q') ?? ''
  const [text, setText] = useState(inAddress)
  const [seenKey, setSeenKey] = useState(key)
  if (key !== seenKey) {
    setSeenKey(key)
    if (!isTyping) setText(inAddress)
  }
  return [
    text,
    (next) => {
      setText(next)
      setParams(withParameter(addressNow(), 'q', next), { replace: true })
    },
  ]
}

/**
 * The order of a table, kept in the address as `sort`: a column's id, with a minus before it for the other way round.
 * Without it, or with one that the table does not have, the table is in its usual order.
 */
export function useSort(usual: Sort | null, known: readonly string[]): [Sort | null, (sort: Sort) => void] {
  const [params, setParams] = useSearchParams()
  const word = params.get('sort') ?? ''
  const id = word.replace(/^-/, '')
  const desc = word.startsWith('-')
  const isKnown = known.includes(id)
  const sort = useMemo(() => (isKnown ? { id, desc } : usual), [isKnown, id, desc, usual])
  return [
    sort,
    (chosen) => {
      const isUsual = chosen.id === usual?.id && chosen.desc === usual.desc
      const next = isUsual ? '' : `${chosen.desc ? '-' : ''}${chosen.id}`
      setParams(withParameter(addressNow(), 'sort', next), { replace: true })
    },
  ]
}

/** A word that is kept in the address; null without it. */
export function useParameter(name: string): [string | null, (value: string | null) => void] {
  const [params, setParams] = useSearchParams()
  return [
    params.get(name) || null,
    (value) => setParams(withParameter(addressNow(), name, value ?? ''), { replace: true }),
  ]
}

/** The same of one of a few words; another word counts as none. */
export function useChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
): [Choice | null, (choice: string | null) => void] {
  const [value, setValue] = useParameter(name)
  return [choices.find((choice) => choice === value) ?? null, setValue]
}

/** The address after every change so far: what is drawn may be one behind it, which must not be lost. */
export const addressNow = () => new URLSearchParams(location.search)

export function withParameter(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}
