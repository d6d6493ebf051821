/** A fault of an archive, in a sentence for the admin who uploaded it. */
export class ArchiveProblem extends Error {}

export const PROBLEMS = {
  notAnArchive: 'This file is no archive of Cairn.',
  cutOff: 'The archive is not whole: it was cut off, or is damaged.',
  strangeName: 'The archive has a file with a name that no archive of Cairn has.',
  newer: 'A newer version of Cairn made this archive. Update this server first.',
  tooLarge: 'The archive is larger unpacked than an archive can be.',
  checksum: 'The archive was changed or damaged: a checksum is wrong.',
  // The same sentence answers an id of another account and an unknown id.
  notItsOwn: 'The archive names what is not in it, or has what this server has already.',
  line: 'The archive has a line that cannot be read.',
  deep: 'The archive has a line with too many brackets within each other.',
} as const

export const problem = (kind: keyof typeof PROBLEMS): ArchiveProblem => new ArchiveProblem(PROBLEMS[kind])
