import { userInfo } from 'node:os'

const A_RELEASE = 'take a release, which writes nothing to its folder (docs/operate/releases.md)'

/** The refusals of a file system, with their remedies. */
const SENTENCES = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: (path) =>
    `${path} is on a file system that is mounted read-only. Mount it for writing until Cairn is installed and built, or ${A_RELEASE}.`,
  ENOSPC: noSpace,
  EDQUOT: noSpace,
  EXDEV: (path) =>
    `${path} cannot be replaced: it is on another file system than the project. Move it there, or ${A_RELEASE}.`,
  EBUSY: (path) => `${path} cannot be replaced: it is a mount of its own. Unmount it, or ${A_RELEASE}.`,
}

function notAllowed(path) {
  return `The user ${userName()} may not write to ${path}. Give the folder to that user until Cairn is installed and built, or ${A_RELEASE}.`
}

function noSpace(path) {
  return `There is no space left for ${path}. Make room, and start again.`
}

function userName() {
  try {
    return userInfo().username
  } catch {
    // In a container the user can have a number without a name.
    return String(process.getuid?.())
  }
}

/** Runs work that writes to the project's folder. Where the file system refuses, prints a sentence and ends with 1. */
export async function orSayWhy(work) {
  try {
    return await work()
  } catch (error) {
    const sentence = SENTENCES[error.code]
    if (sentence === undefined) throw error
    console.error(sentence(error.path))
    process.exit(1)
  }
}
