// One program with trainyard: `ours.ts PROGRAM COUNT [FOLDER]`. Prints time and memory as JSON. Without a folder, a CLI
// says where to write.
import { Platform } from '../../lib/index';
import { measured } from './measured';
import { PROGRAMS } from './programs';

const [name = '', count = '1', folder] = process.argv.slice(2);
const folders = folder === undefined ? {} : { manifestFolder: `${folder}/dist`, stackFolder: `${folder}/cdktf.out` };

measured(() => {
  Platform.run((platform) => PROGRAMS[name]?.(platform, Number(count)), folders);
});
