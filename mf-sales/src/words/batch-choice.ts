export const numberPack = 'Number on the pack'
export const ifThereOne = 'If there is one'
export const takeAnother = (split: string, batchKey: string) => `${split}. ${batchKey} and ↓ take another.`
export const scannedNumber = (number: string) => `${number} · scanned`
export const anotherBatchNumber = 'Another batch, or no number'
export const whyFirstExpire = 'Why not the first to expire'
