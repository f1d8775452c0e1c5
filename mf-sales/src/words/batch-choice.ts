export const numberOnPack = 'Number on the pack'
export const ifAny = 'If there is one'
export const takeAnother = (split: string, batchKey: string) => `${split}. ${batchKey} and ↓ take another.`
export const scannedNumber = (number: string) => `${number} · scanned`
export const anotherBatchNumber = 'Another batch, or no number'
export const whyNotFirst = 'Why not the first to expire'
