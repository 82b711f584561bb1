declare const WaveSurfer: any;
export default WaveSurfer;
