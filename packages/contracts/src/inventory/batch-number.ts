/** Invisible and combining characters. Indian vowel signs do not match. */
export const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Script=Inherited}]/gu

/** Normalises a batch number, so that numbers that look alike on a pack are equal. */
export const comparable = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/\p{Zs}+/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
    .toUpperCase()

/** Returns the normalised batch number. Undefined if the text is not a batch number. */
export function readBatchNumber(text: string | undefined): string | undefined {
  const number = comparable(text ?? '')
  // Packs print ASCII.
  return /^[ -~]{1,50}$/.test(number) ? number : undefined
}
