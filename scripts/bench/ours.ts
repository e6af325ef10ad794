// One program with trainyard: `ours.ts PROGRAM COUNT [FOLDER]`. Its last line has its time and its memory, as JSON. Without
// a folder, a CLI says where to write.
import { google } from '../../lib/infrastructure/google';
import { Platform } from '../../lib/index';
import { measured } from './measured';
import { PROGRAMS, WITH_STACKS } from './programs';

const [name = '', count = '1', folder] = process.argv.slice(2);
const folders = folder === undefined ? {} : { manifestFolder: `${folder}/dist`, stackFolder: `${folder}/cdktf.out` };

// The plain program has loaded the classes of the provider too when its clock starts.
if (folder !== undefined && WITH_STACKS.includes(name)) Object.values(google);

measured(() => {
  Platform.run((platform) => PROGRAMS[name]?.(platform, Number(count)), folders);
});
