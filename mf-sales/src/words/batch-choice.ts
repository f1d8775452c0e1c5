export const numberOnPack = 'Number on the pack'
export const ifAny = 'If any'
export const takeAnother = (split: string, batchKey: string) =>
  `${split}. Press ${batchKey} and ↓ to choose another.`
export const scannedNumber = (number: string) => `${number} · scanned`
export const anotherBatchNumber = 'Another batch, or no number'
export const whyNotFirst = 'Why not the batch that expires first'
