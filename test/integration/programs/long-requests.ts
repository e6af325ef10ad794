import { Size } from 'cdk8s';
import { Certificate, Gateway } from '../../../lib/gateway/index';
import {
  ClusterChart,
  LocalCluster,
  ModelServer,
  ModelSource,
  Operator,
  Platform,
  ServerCheck,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  Stage,
} from '../../../lib/index';
import { Notebook } from '../../../lib/notebook/index';

// A server that answers by a stream, and a notebook, behind one gateway.

const IMAGE = 'trainyard/jupyter:1';
/** Sends a token each second. `/?tokens=70` asks for so many. */
const STREAM = `
import asyncio
from tornado import web
class Stream(web.RequestHandler):
    async def get(self):
        for at in range(int(self.get_argument("tokens", "1"))):
            self.write("token %d\\n" % at)
            await self.flush()
            await asyncio.sleep(1)
async def main():
    web.Application([("/.*", Stream)]).listen(8000)
    await asyncio.Event().wait()
asyncio.run(main())
`;

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'long-requests');
  const cluster = LocalCluster.minikube({ cpus: 4, memory: Size.gibibytes(8), operators: [Operator.ENVOY_GATEWAY] });
  const chart = new ClusterChart(kubernetes, 'people', { cluster, namespace: 'trainyard-long-requests' });
  const server = new ServingDeployment(chart, 'streams', {
    server: ModelServer.container({
      name: 'tokens',
      image: IMAGE,
      command: ['python3', '-c', STREAM],
      ports: [{ name: 'http', port: 8000, protocol: 'http', clientPaths: ['/'] }],
      ready: ServerCheck.http('/'),
      readsHuggingFace: true,
    }),
    model: ModelSource.huggingFace('acme/tokens', 'a09a35458c702b33eeacc393d103063234e8bc28', {
      size: Size.mebibytes(1),
    }),
    pool: cluster.pool,
    resources: { cpus: 0.05, memory: Size.mebibytes(200) },
  });
  const source = SharedVolumeSource.hostPath('/var/lib/trainyard/long-requests');
  const ada = new Notebook(chart, 'ada', {
    image: IMAGE,
    pool: cluster.pool,
    home: new SharedVolume(chart, 'home', { source }),
    resources: { cpus: 0.05, memory: Size.mebibytes(400) },
  });
  const gateway = new Gateway(chart, 'entry', {
    hosts: { 'tokens.local': Certificate.none(), 'lab.local': Certificate.none() },
  });
  gateway.route('tokens', { to: server, port: 'http', host: 'tokens.local' });
  gateway.route('ada', { to: ada.service, host: 'lab.local' });
});
