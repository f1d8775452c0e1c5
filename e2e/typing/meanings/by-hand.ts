/**
 * What no rule would think of: names on the shelf | typed = the medicine meant, or ask.
 * Public knowledge: brands that begin alike, letters behind a brand that make another medicine, strengths that contain
 * one another; mostly with the medicine meant missing from the shelf.
 */
export interface HandWritten {
  shelf: readonly string[]
  text: string
  meant: string | undefined
}

export const byHand: readonly HandWritten[] = read(`
Pan 40 Tablet; Pan D Capsule; Panderm Cream | pand = Pan D Capsule; PAN-D = Pan D Capsule; pan d = Pan D Capsule; pan.d = Pan D Capsule; p = ask; panderm = Panderm Cream; pan = ask; d pan = Pan D Capsule
Pan 40 Tablet; Panderm Cream | pand = ask; pan d = ask; pan-d = ask; pande = ask; panderm = Panderm Cream; pan 4 = ask; pan 400 = ask; 40 = ask
Panderm Cream | pan = ask; pan d = ask
Pantop 40 Tablet; Pantocid 40 Tablet | pan 40 = ask; pan40 = ask; pan = ask; pan d = ask; panto 40 = ask; pantop 40 = Pantop 40 Tablet
Pantop 40 Tablet | pan 40 = ask; pan = ask; 40 pan = ask
Pan DSR Capsule; Pan 40 | pan d = ask; pand = ask; pan dsr = Pan DSR Capsule
Pan Drops; Pan 40 | pan d = ask; pand = ask
Telma 80 H Tablet | telma 80 = ask; telma = ask; telma h = ask; telmah = ask; telma 8 = ask; telma 80 h = Telma 80 H Tablet; telma80h = Telma 80 H Tablet
Telma 40 Tablet; Telma 80 Tablet; Telma 80 H Tablet | telma 80 = Telma 80 Tablet; telma80 = Telma 80 Tablet; telma-80 = Telma 80 Tablet; telma 80 mg = Telma 80 Tablet; telma 80 tab = Telma 80 Tablet; telma 8 = ask; telma 4 = ask; telmah = ask; telma h 80 = Telma 80 H Tablet; telma = ask
Telma H Tablet; Telma 40 Tablet | telmah = Telma H Tablet; telma h = Telma H Tablet; telma-h = Telma H Tablet; telma a = ask; telmaam = ask; telma am = ask; telmahs = ask; h telma = Telma H Tablet
Telma 40 Tablet | telmah = ask; telma h = ask; telmaam = ask; telma am = ask; telma = Telma 40 Tablet; telma 4 = ask; telmaa = ask; telmha = ask; telmh = ask; telmi = ask; tlema = Telma 40 Tablet; temla 40 = Telma 40 Tablet; telmma 40 = Telma 40 Tablet; temla 80 = ask
Telma AMH Tablet; Telma 40 Tablet | telma am = ask; telmaam = ask; telma amh = Telma AMH Tablet; telma h = ask
Telma H 40; Telma 80 H | telma h = ask; telmah = ask; telma h 40 = Telma H 40
Telmac 40; Telmikind 40 | telma 40 = ask; telm 40 = ask; telma = ask; telmikind 40 = Telmikind 40
Montair LC Tablet; Montair LC Kid Tablet | montair lc = Montair LC Tablet; montairlc = Montair LC Tablet; montair lc kid = Montair LC Kid Tablet; montair lckid = Montair LC Kid Tablet; montair = ask; montair 10 = ask; montair l = ask; mont lc kid = Montair LC Kid Tablet
Montair LC Kid Tablet | montair lc = ask; montairlc = ask; montair = ask; montair kid = ask
Montair LC Tablet | montair = ask; montair 10 = ask; montair 5 = ask; montair fx = ask; montair l = ask
Glycomet-GP 1 Tablet PR; Glycomet-GP 1 Forte Tablet PR | glycometgp1 = Glycomet-GP 1 Tablet PR; glycomet gp 1 = Glycomet-GP 1 Tablet PR; glycomet gp1 = Glycomet-GP 1 Tablet PR; glycomet gp1 forte = Glycomet-GP 1 Forte Tablet PR; glycometgp1forte = Glycomet-GP 1 Forte Tablet PR; glycomet 1 = ask; glycomet = ask; glycomet gp = ask; glycomet gp 2 = ask
Glycomet-GP 1 Forte Tablet PR | glycomet gp 1 = ask; glycometgp1 = ask; glycomet = ask; gp1 = ask
Glycomet GP 1/850 Tablet | glycomet gp 1 = ask; glycometgp1 = ask; glycomet gp 1/850 = Glycomet GP 1/850 Tablet; glycomet gp = Glycomet GP 1/850 Tablet; glycomet 850 = ask
Glycomet GP 1 Tablet | glycomet = ask; glyco = ask; glycomet 1 = ask; glycomet g = ask; glycomet gp = Glycomet GP 1 Tablet
Glycomet SR 500 Tablet | glycomet 500 = ask; glycomet = ask; glycomet sr = Glycomet SR 500 Tablet; glycomet 50 = ask; glycometsr500 = Glycomet SR 500 Tablet
Glycomet 500 SR Tablet | glycomet 500 = ask; glycomet 500 sr = Glycomet 500 SR Tablet; glycomet sr 500 = Glycomet 500 SR Tablet
Huminsulin N 40IU Injection; Huminsulin 30/70 40IU Injection | huminsulinr = ask; huminsulin r = ask; huminsulin = ask; huminsulinn = Huminsulin N 40IU Injection; huminsulin n = Huminsulin N 40IU Injection; huminsulin 30/70 = Huminsulin 30/70 40IU Injection; huminsulin3070 = Huminsulin 30/70 40IU Injection; huminsulin 30-70 = Huminsulin 30/70 40IU Injection; huminsulin 30 70 = Huminsulin 30/70 40IU Injection; huminsulin 3 = ask; huminsulin 50/50 = ask
Huminsulin N 40IU Injection | huminsulinr = ask; huminsulin r = ask; huminsulin = ask; huminsulinx = ask; humisulin n = Huminsulin N 40IU Injection; huminsluin n = Huminsulin N 40IU Injection
Huminsulin 30/70 100IU Cartridge; Huminsulin 30/70 40IU Vial | huminsulin 30/70 = ask; huminsulin3070 = ask
Thyronorm 12.5 mcg Tablet; Thyronorm 125 mcg Tablet | thyronorm 12.5 = Thyronorm 12.5 mcg Tablet; thyronorm 125 = Thyronorm 125 mcg Tablet; thyronorm12.5 = Thyronorm 12.5 mcg Tablet; thyronorm 12 = ask; thyronorm 1 = ask; thyronorm 25 = ask; thyronorm = ask; thyronrom 125 = Thyronorm 125 mcg Tablet; thyronrom 25 = ask
Thyronorm 125 mcg Tablet | thyronorm 12.5 = ask; thyronorm 25 = ask; thyronorm 12 5 = ask; thyronorm 12,5 = ask
Thyronorm 12.5 mcg Tablet | thyronorm 125 = ask; thyronorm 12 = ask; thyronorm 5 = ask
Amaryl M 1 Tablet | amaryl 1 = ask; amaryl = ask; amaryl m = Amaryl M 1 Tablet; amarylm1 = Amaryl M 1 Tablet; amaryl m1 = Amaryl M 1 Tablet; m 1 = ask; 1 = ask
Amaryl 1 mg Tablet; Amaryl M 1 Tablet | amaryl 1 = Amaryl 1 mg Tablet; amaryl1mg = Amaryl 1 mg Tablet; amaryl m 1 = Amaryl M 1 Tablet; amaryl = ask; amaryl m = Amaryl M 1 Tablet
Amaryl MV 1 Tablet | amaryl m 1 = ask; amaryl m = ask; amaryl v = ask
Zerodol Tablet; Zerodol-P Tablet; Zerodol-SP Tablet; Zerodol MR Tablet | zerodol = Zerodol Tablet; zerodolp = Zerodol-P Tablet; zerodol p = Zerodol-P Tablet; zerodolsp = Zerodol-SP Tablet; zerodol s = ask; zerodol m = ask; zerodol cr = ask; sp = ask; zerodal sp = Zerodol-SP Tablet
Zerodol-P Tablet; Zerodol-SP Tablet | zerodol = ask; zerodol 100 = ask; zerodol mr = ask; zerodolmr = ask; zerodol s = ask
Zerodol Spas Tablet; Zerodol P Tablet | zerodol sp = ask; zerodolsp = ask; zerodol spas = Zerodol Spas Tablet
Omez 20 mg Capsule; Omez-D Capsule | omez = ask; omezd = Omez-D Capsule; omez d = Omez-D Capsule; omez20 = Omez 20 mg Capsule; omez 2 = ask; omez 40 = ask; omez dsr = ask; omez insta = ask
Omez DSR Capsule; Omez 20 mg Capsule | omez d = ask; omezd = ask; omez ds = ask
Alprax 0.25 mg Tablet; Alprax .5 Tablet | alprax .5 = Alprax .5 Tablet; alprax 0.5 = Alprax .5 Tablet; alprax 0.50 = Alprax .5 Tablet; alprax .25 = Alprax 0.25 mg Tablet; alprax.25 = Alprax 0.25 mg Tablet; alprax 25 = ask; alprax 5 = ask; alprax 1 = ask; .5 = ask; 0.25 = ask; alprax 0 = ask; alprax .2 = ask
Alprax 0.25 mg Tablet | .5 = ask; alprax .5 = ask; alprax 0.5 = ask; alprax 25 = ask; alprax 0.2 = ask; alprax = Alprax 0.25 mg Tablet
Augmentin Duo Syrup; Augmentin Duo 625 Tablet | augmentin duo = ask; augmentinduo = ask; augmentin duo syrup = Augmentin Duo Syrup; augmentin duo tab = Augmentin Duo 625 Tablet; augmentin duo 625 = Augmentin Duo 625 Tablet; augmentin dds = ask; augmentin = ask
Augmentin Syrup; Augmentin Duo 625 Tablet | augmentin = ask; augmentin syrup = Augmentin Syrup; augmentin 375 = ask
Augmentin DDS Suspension; Augmentin 375 Tablet | augmentin d = ask; augmentin duo = ask; augmentin dds = Augmentin DDS Suspension; augmentin ds = ask; augmentin d.d.s. = Augmentin DDS Suspension
Augmentin D.S. Suspension; Augmentin 375 Tablet | augmentin ds = Augmentin D.S. Suspension; augmentin d.s. = Augmentin D.S. Suspension; augmentinds = Augmentin D.S. Suspension
Dolo 650 Tablet (15); Dolonex 20 DT Tablet | dolo 650 = Dolo 650 Tablet (15); dolo650 = Dolo 650 Tablet (15); dolo 65 = ask; dolo 15 = ask; dolo 20 = ask; dolo 500 = ask; 650 = ask; dolon = ask; dolonex dt = Dolonex 20 DT Tablet
Dolonex 20 DT Tablet | dolo = ask; dolo 20 = ask; dolonex 20 = Dolonex 20 DT Tablet; dolonex = Dolonex 20 DT Tablet; dolon = Dolonex 20 DT Tablet
Dolo 1500 Tablet | dolo 500 = ask; dolo 150 = ask; 500 = ask; dolo 1,500 = Dolo 1500 Tablet
Ecosprin 75 Tablet; Ecosprin AV 75 Capsule; Ecosprin Gold 20 Capsule | ecosprin 75 = Ecosprin 75 Tablet; ecosprinav75 = Ecosprin AV 75 Capsule; ecosprin av = Ecosprin AV 75 Capsule; ecosprin av 150 = ask; ecosprin gold = Ecosprin Gold 20 Capsule; ecosprin 20 = ask; ecosprin = ask; ecosprin g = ask; ecosprin 150 = ask
Ecosprin AV 75/20 Capsule | ecosprin av 75 = ask; ecosprin 75 = ask; ecosprin = ask; ecosprin av 75/20 = Ecosprin AV 75/20 Capsule; ecosprin av 20 = ask
Ecosprin AV 75 Capsule | ecosprin 75 = ask; ecosprin = ask
Combiflam Plus Tablet | combiflam = ask; combi = ask; combiflam plus = Combiflam Plus Tablet
Crocin Advance Tablet; Crocin 650 Tablet | crocin = ask; crocin 500 = ask; crocin 650 = Crocin 650 Tablet; crocin adv = ask; crocin advance = Crocin Advance Tablet; corcin 650 = Crocin 650 Tablet
Calpol 250 Suspension; Calpol 500mg Tablet | calpol = ask; calpol syrup = ask; calpol tab = Calpol 500mg Tablet; calpol 500 = Calpol 500mg Tablet; calpol 25 = ask; calpol 120 = ask; calpol susp = Calpol 250 Suspension
Sinarest Syrup; Sinarest AF Drops | sinarest = ask; sinarest tab = ask; sinarest syp = Sinarest Syrup; sinarest af = Sinarest AF Drops; sinarest d = ask
Betnovate C Cream; Betnovate N Cream | betnovate = ask; betnovatec = Betnovate C Cream; betnovate cream = ask; betnovate gm = ask; betnovate s = ask; betnovate n = Betnovate N Cream
Candiderma Cream; Candid B Cream | candid = ask; candid cream = ask; candid d = ask; candid b = Candid B Cream; candide = ask
Monocef O 200 Tablet; Monocef 250mg Injection | monocef o = Monocef O 200 Tablet; monocef 200 = ask; monocef 1 = ask; monocef inj = Monocef 250mg Injection; monocef 25 = ask
Meftal Spas Tablet; Meftal Forte Tablet | meftal = ask; meftal 500 = ask; meftal p = ask; meftal spas = Meftal Spas Tablet; meftalspas = Meftal Spas Tablet; meftal s = ask; meftal f = ask
Liv 52 DS Tablet | liv 52 = ask; liv52 = ask; liv.52 = ask; liv52ds = Liv 52 DS Tablet; liv 5 = ask; livds = ask
Met XL 25 Tablet; Metformin 500 mg | met = ask; metxl25 = Met XL 25 Tablet; met xl 25 = Met XL 25 Tablet; metf = ask; metfo = ask; metform = Metformin 500 mg; met xl 50 = ask
Metformin 500 mg; Glimepiride + Metformin | metf = Metformin 500 mg; glim = ask; metformin = Metformin 500 mg; glim metf = Glimepiride + Metformin; metformin 1000 = ask
Clonotril 0.5 Tablet; Clonazepam 0.25 | clon .5 = Clonotril 0.5 Tablet; clon .25 = Clonazepam 0.25; clonotril .25 = ask; clon = ask
Clavam 625 Tablet | clav = ask; clavix = ask; clavam = Clavam 625 Tablet
Zincovit Tablet | zinc 50 = ask; zincovit = Zincovit Tablet; zincovti = Zincovit Tablet
2 Hydralazine; Hydralazine 25 | 2 = ask; 25 = ask; hydralazine 2 = ask; hydralazine 25 = Hydralazine 25
Norflox 400 Tablet | norflex = ask; norflox tz = ask; norfloxtz = ask; norflx 400 = Norflox 400 Tablet; norflxo 400 = Norflox 400 Tablet
Lasilactone 50 Tablet | lasix = ask; lasix 50 = ask; lasilactone = Lasilactone 50 Tablet
Cyclopam Suspension; Cyclopam MD Tablet | cyclopam = ask; cyclopam tab = ask; cyclopam md = Cyclopam MD Tablet; cyclopam s = ask
Human Mixtard 30 40IU Injection; Human Actrapid 40IU Injection | mixtard 30 = Human Mixtard 30 40IU Injection; human mixtard = Human Mixtard 30 40IU Injection; human = ask; actrapid human = Human Actrapid 40IU Injection; human 30 = ask
Janumet 50/500 Tablet; Janumet 50/1000 Tablet | janumet = ask; janumet 50 = ask; janumet 50/500 = Janumet 50/500 Tablet; janumet 500 = ask; janumet50500 = Janumet 50/500 Tablet; janumet 50/50 = ask; janumet 50/100 = ask
Amlodac 5 Tablet; Amlong 5 Tablet | amlo 5 = ask; amlo = ask; amlodac = Amlodac 5 Tablet; amlodc 5 = Amlodac 5 Tablet; amlokind 5 = ask; amlong a = ask; amlodac 50 = ask
Hydroxyzine 25; Hydralazine 25 | hydroxyxine 25 = Hydroxyzine 25; hydr 25 = ask; hydraxyzine 25 = Hydroxyzine 25; hydralzine = Hydralazine 25; hydra = Hydralazine 25
`)

function read(text: string): HandWritten[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [shelf = '', rows = ''] = line.split(' | ')
      return rows.split('; ').map((row) => {
        const [typed = '', meant = ''] = row.split(' = ')
        return { shelf: shelf.split('; '), text: typed, meant: meant === 'ask' ? undefined : meant }
      })
    })
}
