/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen'
import { TableError } from '../model/table-error.ts'

/** The callbacks for an XML part. Names come without their prefix. */
export interface XmlHandler {
  open: (name: string, attribute: (name: string) => string | undefined) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

export interface XmlReader {
  write: (bytes: Uint8Array, isLast: boolean) => void
}

/**
 * The maximum length of a token: no text of a cell, and no tag, is as long. The parser reads an unfinished token again
 * with every piece.
 */
const LONGEST_TOKEN = 2_000_000

/** Reads an XML part piece by piece. */
export function xmlReader({ open, close, text }: XmlHandler): XmlReader {
  const decoder = new TextDecoder('utf-8')
  const parser = new Parser()
  let sinceToken = 0
  parser.on('openTag', (name, attributes, decode) => {
    sinceToken = 0
    open(localName(name), (wanted) => {
      const value = attributes()[wanted]
      return value === undefined ? undefined : decode(value)
    })
  })
  parser.on('closeTag', (name) => {
    sinceToken = 0
    close?.(localName(name))
  })
  if (text) {
    parser.on('text', (raw, decode) => text(decode(raw)))
    parser.on('cdata', text)
  }
  parser.on('error', (cause) => {
    throw damaged(cause)
  })
  parser.on('warn', () => {})

  return {
    write(bytes, isLast) {
      const piece = decoder.decode(bytes, { stream: !isLast })
      sinceToken += piece.length
      parser.write(piece)
      if (sinceToken > LONGEST_TOKEN + piece.length) throw damaged()
      if (isLast) parser.end()
    },
  }
}

export function damaged(cause?: unknown): TableError {
  return new TableError({ kind: 'damaged', format: 'xlsx', line: null }, { cause })
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
