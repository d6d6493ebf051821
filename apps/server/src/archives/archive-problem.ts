/** A fault of an archive, for the admin who uploaded it: a code, whose sentence the database has where there is none here. */
export class ArchiveProblem extends Error {
  /** The code with its parameters, as the database has it in the details of an error. */
  readonly refusal: string
  readonly sentence: string | null

  constructor(refusal: string, sentence: string | null = null) {
    super(sentence ?? refusal)
    this.refusal = refusal
    this.sentence = sentence
  }
}

/** The codes of what the server finds; `private.sentence_of_archive_problem` has their sentences. */
export const PROBLEMS = {
  notAnArchive: 'archive.not_an_archive',
  cutOff: 'archive.cut_off',
  strangeName: 'archive.strange_name',
  newer: 'archive.newer',
  tooLarge: 'archive.too_large',
  checksum: 'archive.checksum',
  // The same code answers an id of another account and an unknown id.
  notItsOwn: 'archive.not_its_own',
  line: 'archive.line',
  deep: 'archive.deep',
} as const

export const problem = (kind: keyof typeof PROBLEMS): ArchiveProblem => new ArchiveProblem(PROBLEMS[kind])
